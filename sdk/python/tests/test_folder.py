"""What of a folder is sent, and under which names and addresses."""

import os
import tempfile
import unittest
from pathlib import Path

from footnote._folder import EXTENSIONS, matches, plain_address, read_folder
from footnote._form import encode_form


class Patterns(unittest.TestCase):
    def test_match_as_those_of_the_command_do(self) -> None:
        for path, pattern, expected in [
            ("a.md", "*.md", True),
            ("guide/a.md", "*.md", False),
            ("guide/a.md", "**/*.md", True),
            ("a.md", "**/*.md", True),
            ("guide/x/y.md", "guide/**", True),
            ("guides/y.md", "guide/**", False),
            ("a.mdx", "*.{md,mdx}", True),
            ("a.txt", "*.{md,mdx}", False),
            ("en/drafts/a.md", "**/drafts/**", True),
            ("b1.md", "b[0-9].md", True),
            ("bx.md", "b[!0-9].md", True),
            ("a+b.md", "a+b.md", True),
            ("{a.md", "{a.md", True),
        ]:
            with self.subTest(path=path, pattern=pattern):
                self.assertEqual(matches(path, pattern), expected)


class Folders(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name) / "docs"
        self.folder.mkdir()

    def write(self, path: str, text: str = "# Page\n") -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def read(self, **options: object) -> "list[str]":
        given = {"prefix": "docs/", "address": lambda path: None, "include": (), "exclude": (), **options}
        return [file.external_id for file in read_folder(self.folder, **given)]  # type: ignore[arg-type]

    def test_leaves_out_json_and_yaml_that_describes_no_api(self) -> None:
        self.write("api.yaml", "openapi: 3.1.0\ninfo: {}\n")
        self.write("old.json", '{ "swagger": "2.0" }')
        self.write("settings.yml", "port: 1\n")
        self.write("package.json", '{ "name": "a" }')
        self.assertEqual(self.read(), ["docs/api.yaml", "docs/old.json"])

    def test_leaves_out_texts_that_programs_read(self) -> None:
        for path in ("requirements.txt", "a/requirements-docs.txt", "constraints.txt", "robots.txt", "CMakeLists.txt"):
            self.write(path)
        for path in ("our-requirements.txt", "a/requirementslist.txt"):
            self.write(path)
        self.assertEqual(self.read(), ["docs/a/requirementslist.txt", "docs/our-requirements.txt"])

    def test_give_documents_in_order_and_leave_out_what_is_none(self) -> None:
        for path in ("b.md", "a/index.html", "a/logo.png", "node_modules/x.md", ".hidden/x.md", ".x.md", "UPPER.MD"):
            self.write(path)
        self.write("section.md", "---\ntitle: Section\n---\n")
        self.write("fronted.md", "+++\ntitle = 'T'\n+++\n\nText.\n")
        os.symlink(self.folder / "b.md", self.folder / "link.md")
        os.symlink(self.folder / "a", self.folder / "linked")
        expected = ["docs/UPPER.MD", "docs/a/index.html", "docs/b.md", "docs/fronted.md"]
        self.assertEqual(self.read(), expected)
        self.assertEqual(self.read(include=("a/**", "*.md"), exclude=("fronted.*",)), ["docs/a/index.html", "docs/b.md"])

    def test_give_addresses_as_the_site_serves_them(self) -> None:
        address = plain_address("https://docs.example.com/v2/")
        self.assertEqual(address("a/index.html"), "https://docs.example.com/v2/a/")
        self.assertEqual(address("index.htm"), "https://docs.example.com/v2/")
        self.assertEqual(address("ä b.md"), "https://docs.example.com/v2/%C3%A4%20b.md")

    def test_know_endings_in_lower_case_with_their_dot(self) -> None:
        self.assertTrue(all(one.startswith(".") and one == one.lower() for one in EXTENSIONS))


class Forms(unittest.TestCase):
    def test_keep_names_within_their_header(self) -> None:
        _, body = encode_form([("file", 'a"\r\nx: y', b"text")])
        self.assertIn(b'filename="a%22%0D%0Ax: y"\r\n\r\ntext\r\n', body)


if __name__ == "__main__":
    unittest.main()
