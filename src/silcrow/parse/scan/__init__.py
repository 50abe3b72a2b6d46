"""Scans: pages that are pictures of text, read by OCR. Text pages pay nothing for it.

pages      the way through the room: which pages need it, each as a sheet of lines
routing    whether the text of a page can be used          images     a page as a picture, within bounds
engine     what reads a picture, and which one is there    languages  what engines call languages
tesseract  the program of that name                        rapid      the extra [ocr]
sheets     lines of a picture as lines of a page
"""
