"""Headings that people call by other names, a line a group: any of a group may stand for the others, as whole titles.

Only what is a heading of its own in many documents; what one family calls it belongs into a profile's aliases.
"""

from typing import Final

_MANAGEMENT: Final = (
    "management's discussion and analysis; md&a; mda; operating and financial review; "
    "management's discussion and analysis of financial condition and results of operations"
)
_GROUPS: Final = (
    "governing law; applicable law; choice of law; law; governing law and jurisdiction; controlling law",
    "legal proceedings; litigation; legal matters; pending litigation",
    "risk factors; risks; risk disclosure; risk disclosures; risk factor; 风险因素; 风险提示",
    _MANAGEMENT,
    "properties; description of property; property",
    "confidentiality; confidential information; non-disclosure; nondisclosure",
    "indemnification; indemnity; indemnities",
    "notices; notice; notices and communications",
    "assignment; assignability; successors and assigns; assignment and transfer",
    "termination; term and termination; expiry; expiration; termination of agreement",
    "limitation of liability; liability; limitations of liability; limits of liability",
    "force majeure; excusable delay; acts of god",
    "entire agreement; integration; merger; complete agreement",
    "amendments; amendment; modification; changes to this agreement; variation",
    "definitions; defined terms; glossary; terms and definitions; 定义; 释义; 術語; 用語の定義",
    "introduction; overview; 引言; 绪论; 序論; はじめに",
    "references; bibliography; works cited; literature cited; 参考文献",
    "methods; methodology; materials and methods; method; 方法",
    "results; findings; 结果; 結果",
    "conclusion; conclusions; concluding remarks; summary and conclusions; 结论; 結論; おわりに",
    "acknowledgements; acknowledgments; acknowledgement; thanks; 致谢; 謝辞",
    "scope; purpose and scope; field of application; 范围; 適用範囲",
    "income taxes; taxes on income; income tax",
    "warranties; warranty; representations and warranties; limited warranty",
    "payment; payment terms; fees and payment; payments",
    "dispute resolution; disputes; arbitration; settlement of disputes",
    "executive compensation; remuneration; directors' remuneration",
    "controls and procedures; internal control; disclosure controls and procedures",
    "troubleshooting; problems; problem solving",
    "install; installation; setup; installing; 安装; インストール",
    "index; subject index; 索引",
    "contents; table of contents; 目录; 目次",
)


def groups() -> tuple[tuple[str, ...], ...]:
    """The groups, each a tuple of titles."""
    return tuple(tuple(title.strip() for title in line.split(";")) for line in _GROUPS)
