"""The collector is off while something is unpacked, and afterwards as it was."""

import gc

from silcrow.unswept import unswept


def test_the_collector_is_off_until_the_last_has_left():
    assert gc.isenabled()
    with unswept():
        with unswept():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_had_it_off_keeps_it_off():
    gc.disable()
    try:
        with unswept():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
