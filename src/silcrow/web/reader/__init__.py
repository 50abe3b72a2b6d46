"""The reader: documents as pages for people. Rendered here, brought to life by small scripts that are shipped beside.

routes     addresses → pages and parts of pages     shelf     what is served, as the reader needs it
paper      a kept PDF: pictures and letters         marks     a quote → boxes on the pages it touches
tree       the outline as rows                      blocks    the text in pieces that are fetched when they are seen
replies    an answer as pieces to show              asking    a model's answer, step by step as it comes
said       a text to check, as an answer               studying  a study: its next part, and the note on it
sheets     what lies over the picture of a page        strata    the structure as bars
leaves     templates and files
It knows verbs of the Desk and the letters of a page; what a heading or a citation is was decided below.
"""
