"""The reader: documents as pages for people. Rendered here, brought to life by small scripts that are shipped beside.

routes     addresses → pages and parts of pages     shelf     what is served, as the reader needs it
paper      a kept PDF: pictures and letters         marks     a quote → boxes on the pages it touches
tree       the outline as rows                      blocks    the text in pieces that are fetched when they are seen
replies    an answer as pieces to show              asking    questions, a model's answer as it comes, files of both
findings   what rules found, as pieces to show      checking  rules that are given with a form
said       a text to check, as an answer               studying  a study: its next part, and the note on it
sheets     what lies over the picture of a page        strata    the structure as bars
leaves     templates and files
It knows verbs of the Desk and the letters of a page; what a heading or a citation is was decided below.
"""
