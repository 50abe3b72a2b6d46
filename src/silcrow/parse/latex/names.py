r"""Tables of LaTeX's words: commands by the arguments they take and print, environments by kind, classes by numbering.

An argument that is not printed is `m` (in braces) or `o` (in brackets), `*` a star; what follows them is text.
"""

from typing import Final

DIVISIONS: Final = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
"""Sectioning commands from the top down."""

UNNUMBERED: Final = {"addpart": "part", "addchap": "chapter", "addsec": "section"}

_TAKES = {
    "": "centering raggedright raggedleft noindent indent bigskip medskip smallskip newpage clearpage cleardoublepage"
    " pagebreak nopagebreak nolinebreak tableofcontents listoffigures listoftables listofalgorithms lstlistoflistings"
    " hfill vfill hrule hline toprule midrule bottomrule tiny scriptsize footnotesize small normalsize large Large"
    " LARGE huge Huge bf it em sl sc sf tt rm bfseries itshape slshape scshape upshape mdseries ttfamily sffamily"
    " rmfamily normalfont textbf textit textsl textsc textsf texttt textrm textup textmd textnormal emph underline"
    " uline uppercase MakeUppercase MakeLowercase mbox text hbox vbox fbox frenchspacing nonfrenchspacing sloppy fussy"
    " onehalfspacing doublespacing singlespacing flushbottom raggedbottom maketitle mainmatter"
    " printindex makeindex makeglossaries printglossary printglossaries relax protect leavevmode null strut"
    " bgroup egroup begingroup endgroup ignorespaces unskip par endfirsthead endhead endfoot endlastfoot ensuremath"
    " allowbreak nobreak dotfill hrulefill smallbreak medbreak bigbreak goodbreak makeatletter makeatother twocolumn"
    " onecolumn boldmath unboldmath titlepage selectfont xspace hss vss hfil vfil cr crcr tabularnewline expandafter"
    " noexpand global long outer upshape and sout st hl textsuperscript textsubscript enquote"
    " centerline leftline rightline FloatBarrier balance IEEEpeerreviewmaketitle newblock MakeShortVerb"
    " startcontents stopcontents gls Gls glspl Glspl acrshort acrlong acrfull ac acp acs acl acf"
    " mathrm mathbf mathit boxed surname snm fnm inst orcidID email flushleft flushright itemsep"
    " textquotedbl landscape linewidth textwidth columnwidth textheight baselineskip parskip parindent fill",
    "m": "pagestyle thispagestyle bibliographystyle nocite pagenumbering usetikzlibrary"
    " hypersetup geometry lstset phantom hphantom vphantom linespread color"
    " graphicspath theoremstyle hyphenation"
    " pagecolor thispagecolor scalebox foreignlanguage selectlanguage includeonly"
    " setcitestyle urlstyle sisetup externaldocument"
    " bstctlcite ProvidesPackage NeedsTeXFormat newboolean newlength newsavebox usebox tikzset pgfplotsset"
    " DeclareGraphicsExtensions addbibresource"
    " acmYear acmDOI acmISBN setcopyright copyrightyear",
    "*m": "vspace hspace",
    "mm": "setlength addtolength settowidth setbox fontsize definecolorset"
    " counterwithin counterwithout settoheight settodepth DeclareUnicodeCharacter",
    "mmm": "addcontentsline definecolor crefname Crefname newacronym",
    "om": "index usepackage RequirePackage textcolor colorbox rotatebox captionsetup pdfbookmark setmainfont"
    " setsansfont setmonofont PassOptionsToClass includepdf cline cmidrule",
    "omm": "fcolorbox", "*mm": "resizebox", "moo": "raisebox", "ooom": "parbox",
    "oo": "makebox framebox", "o": "hyperref columnbreak allowdisplaybreaks",
    "mom": "newcolumntype",
}  # fmt: skip
_MORE = {
    "rule": "omm", "printbibliography": "o", "titleformat": "*mommmmo", "titlespacing": "*mmmm", "arrayrulecolor": "m",
    "rowcolor": "om", "cellcolor": "om", "columncolor": "om", "bibliographyfont": "", "hypertarget": "m",
    "hyperlink": "m", "vadjust": "m", "marginpar": "o", "DeclareMathOperator": "*mm", "PassOptionsToPackage": "mm",
    "RenewDocumentEnvironment": "mmmm", "NewDocumentEnvironment": "mmmm", "ifthenelse": "m", "AtBeginDocument": "m",
    "AtEndDocument": "m", "write": "m",
    "fancyhead": "om", "fancyfoot": "om", "fancyhf": "om", "lhead": "om", "rhead": "om", "chead": "om", "lfoot": "om",
    "rfoot": "om", "cfoot": "om", "markboth": "mm", "markright": "m", "everymath": "m", "renewcommandx": "mm",
    "shorttitle": "m", "hyperdef": "mm", "tikz": "om", "lstdefinestyle": "mm", "lstdefinelanguage": "omm",
    "DeclareCaptionLabelFormat": "mm", "addtokomafont": "mm", "setkomafont": "mm", "pgfmathsetmacro": "mm", "vrule": "",
}  # fmt: skip
TAKES: Final = {word: signature for signature, words in _TAKES.items() for word in words.split()} | _MORE
"""Arguments that a command takes and does not print, by name."""

LISTS: Final = {
    "itemize": "bullet", "compactitem": "bullet", "list": "bullet", "trivlist": "bullet", "inparaitem": "bullet",
    "enumerate": "number", "compactenum": "number", "inparaenum": "number", "description": "words",
    "compactdesc": "words", "labeling": "words",
}  # fmt: skip
_MATHS = "equation align gather multline eqnarray displaymath math flalign alignat xalignat dmath"
MATHS: Final = frozenset(name + star for name in _MATHS.split() for star in ("", "*"))
NUMBERED_MATHS: Final = frozenset(
    {"equation", "align", "gather", "multline", "eqnarray", "flalign", "alignat", "dmath"}
)
TABLES: Final = {
    "tabular": "om", "tabular*": "mom", "tabularx": "mom", "tabulary": "mom", "longtable": "om", "longtable*": "om",
    "supertabular": "m", "xltabular": "omm", "longtabu": "m", "tabu": "m", "tblr": "om", "NiceTabular": "om",
    "longtblr": "om",
}  # fmt: skip
"""Environments that set a table, with what they take before its first cell."""
FLOATS: Final = {
    "figure": "figure", "figure*": "figure", "wrapfigure": "figure", "sidewaysfigure": "figure", "SCfigure": "figure",
    "table": "table", "table*": "table", "wraptable": "table", "sidewaystable": "table", "threeparttable": "table",
    "algorithm": "algorithm", "algorithm2e": "algorithm", "listing": "listing",
}  # fmt: skip
TAKEN_BY: Final = {
    "wrapfigure": "omom", "wraptable": "omom", "minipage": "ooom", "multicols": "mo", "thebibliography": "",
    "adjustbox": "m", "list": "mm", "labeling": "om", "SCfigure": "oo", "spacing": "m", "otherlanguage": "m",
    "textblock": "m", "column": "om", "block": "", "subfigure": "om", "subtable": "om", "adjustwidth": "mm",
}  # fmt: skip
"""What other environments take before their text."""
DRAWN: Final = frozenset({"tikzpicture", "pgfpicture", "forest", "asy", "luacode"})
UNSEEN: Final = frozenset({"comment", "filecontents"})

NAMED: Final = {
    "english": ("Part", "Chapter", "Appendix", "Abstract", "References", "Bibliography", "Figure", "Table"),
    "german": ("Teil", "Kapitel", "Anhang", "Zusammenfassung", "Literatur", "Literaturverzeichnis", "Abbildung",
               "Tabelle"),
    "french": ("Partie", "Chapitre", "Annexe", "Résumé", "Références", "Bibliographie", "Figure", "Table"),
    "spanish": ("Parte", "Capítulo", "Apéndice", "Resumen", "Referencias", "Bibliografía", "Figura", "Cuadro"),
    "italian": ("Parte", "Capitolo", "Appendice", "Sommario", "Riferimenti bibliografici", "Bibliografia", "Figura",
                "Tabella"),
    "portuguese": ("Parte", "Capítulo", "Apêndice", "Resumo", "Referências", "Bibliografia", "Figura", "Tabela"),
    "dutch": ("Deel", "Hoofdstuk", "Bijlage", "Samenvatting", "Referenties", "Bibliografie", "Figuur", "Tabel"),
}  # fmt: skip
"""What babel calls part, chapter, appendix, abstract, references, bibliography, figure and table."""
LANGUAGES: Final = {
    "german": ("german", "de"), "ngerman": ("german", "de"), "austrian": ("german", "de"),
    "naustrian": ("german", "de"),
    "french": ("french", "fr"), "francais": ("french", "fr"), "frenchb": ("french", "fr"), "spanish": ("spanish", "es"),
    "italian": ("italian", "it"), "portuguese": ("portuguese", "pt"), "brazil": ("portuguese", "pt"),
    "brazilian": ("portuguese", "pt"), "dutch": ("dutch", "nl"), "english": ("english", "en"),
    "british": ("english", "en"), "american": ("english", "en"), "UKenglish": ("english", "en"),
    "USenglish": ("english", "en"),
}  # fmt: skip

WITH_CHAPTERS: Final = frozenset(
    {"book", "report", "scrbook", "scrreprt", "memoir", "amsbook", "extbook", "extreport", "tufte-book", "thesis",
     "classicthesis", "ctexbook", "ctexrep", "mwbk", "mwrep", "svmono", "octavo", "puthesis", "ociamthesis"}
)  # fmt: skip
CHAPTER_ALONE: Final = frozenset({"scrbook", "scrreprt"})  # the number stands without the word Chapter
DEPTH: Final = {"article": 3, "book": 2, "memoir": 1}  # the deepest numbered division (chapter 0, section 1)
ROMAN_SECTIONS: Final = frozenset({"IEEEtran", "revtex4", "revtex4-1", "revtex4-2", "revtex"})
