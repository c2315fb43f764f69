import os

project = "Coffee"
html_theme = "furo"
html_baseurl = os.environ["SITE"]
extensions = ["footnote.documentation.sphinx"]
footnote = {"server": os.environ["SERVER"], "project": os.environ["PROJECT"], "sync": True}
