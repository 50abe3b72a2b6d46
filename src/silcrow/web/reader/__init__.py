"""The reader: documents as pages for people. Rendered here, brought to life by small scripts that are shipped beside.

routes     addresses → pages and parts of pages     shelf     what is served, as the reader needs it
paper      a kept PDF: pictures and letters         marks     a quote → boxes on the pages it touches
tree       the outline as rows                      blocks    the text in pieces that are fetched when they are seen
replies    an answer as pieces to show              asking    a model's answer, step by step as it comes
It knows verbs of the Desk and the letters of a page; what a heading or a citation is was decided below.
"""
