"""The room of reading through: survey, part by part, synthesis. With a model, or by whoever takes the parts.

state     saved steps → how far a study is     opening   the study of a document, found, begun or carried over
survey    map, roles, terms, order             roles     introduction and conclusion
terms     key terms                            gist      a part without understanding it
gather    bibliography and glossary            template  what is to be noted, from files
noting    a note as written → quotes checked   handing   parts to a reader, and what comes back
room      the verbs of a study in one hand
"""
