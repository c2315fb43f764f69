"""The client against a server that runs: FOOTNOTE_BASE_URL, FOOTNOTE_API_KEY and FOOTNOTE_PROJECT say which, or the tests are skipped."""

import os
import tempfile
import unittest
from pathlib import Path
from typing import List

from footnote import APIError, Footnote, SourceFailedError, SyncProgress

VARIABLES = ("FOOTNOTE_BASE_URL", "FOOTNOTE_API_KEY", "FOOTNOTE_PROJECT")

LENDING = "# Lending\n\n## Loans\n\nA book may be kept for four weeks. A reader may extend the loan twice.\n"
HOURS = "# Opening hours\n\nThe library opens at nine in the morning and closes at six in the evening.\n"


@unittest.skipUnless(all(os.environ.get(name) for name in VARIABLES), f"set {', '.join(VARIABLES)}")
class AgainstAServer(unittest.TestCase):
    client: Footnote
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = Path(place.name) / "docs"
        cls.folder.mkdir()
        cls.client = Footnote()

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def test_1_syncs_a_folder(self) -> None:
        self.write("lending.md", LENDING)
        self.write("öffnung/hours.md", HOURS)
        base = "https://docs.example.com"
        would = self.client.sync(self.folder, base_url=base, dry_run=True)
        self.assertEqual(would.added, ["docs/lending.md", "docs/öffnung/hours.md"])
        self.assertEqual(list(self.client.sources()), [])

        seen: List[SyncProgress] = []
        report = self.client.sync(self.folder, base_url=base, metadata={"version": "1"}, on_progress=seen.append)
        self.assertEqual((report.ok, report.added), (True, ["docs/lending.md", "docs/öffnung/hours.md"]))
        readings = {source.external_id: source.reading for source in report.read}
        reading = readings["docs/lending.md"]
        assert reading is not None
        self.assertEqual((sorted(readings), reading.left_out, reading.warning), (report.added, (), None))
        self.assertGreater(reading.headings or 0, 0)
        self.assertEqual((seen[0], seen[-1]), (SyncProgress("sent", 2, 2), SyncProgress("read", 2, 2)))
        made = {source.external_id: source for source in self.client.sources(status="completed")}
        lending = made["docs/lending.md"]
        self.assertEqual((lending.url, lending.metadata["version"]), (f"{base}/lending.md", "1"))
        self.assertEqual(made["docs/öffnung/hours.md"].url, f"{base}/%C3%B6ffnung/hours.md")

        again = self.client.sync(self.folder, base_url=base, metadata={"version": "1"})
        self.assertEqual((again.added, again.changed, again.described, len(again.unchanged)), ([], [], [], 2))

    def test_9_adds_a_repository_and_removes_it(self) -> None:
        made = self.client.add_repository("https://git.invalid/docs", folder="guide", refresh_hours=None)
        self.assertTrue(made.push_secret)
        self.assertEqual([(one.id, one.push_secret) for one in self.client.repositories()], [(made.id, None)])
        self.assertEqual(self.client.change_repository(made.id, branch="next").branch, "next")
        self.assertIn(self.client.sync_repository(made.id).state, ("queued", "reading", "idle"))
        self.assertNotEqual(self.client.rotate_repository(made.id).push_secret, made.push_secret)
        self.assertEqual(self.client.repository(made.id).folder, "guide")
        with self.assertRaises(APIError) as refused:
            self.client.look_at_repository("http://git.invalid/docs")
        self.assertEqual(refused.exception.code, "url_not_allowed")
        with self.assertRaises(APIError) as elsewhere:
            self.client.look_at_repository("https://git.invalid/other", repository_id=made.id)
        self.assertEqual(elsewhere.exception.code, "repository_elsewhere")
        self.client.remove_repository(made.id)
        self.assertEqual(list(self.client.repositories()), [])

    def test_2_syncs_what_has_changed_and_removes_what_is_gone_if_told(self) -> None:
        self.write("lending.md", LENDING.replace("four weeks", "five weeks"))
        self.write("new.txt", "Bicycles may be left at the door.")
        (self.folder / "öffnung/hours.md").unlink()
        kept = self.client.sync(self.folder, metadata={"version": "2"})
        self.assertEqual((kept.added, kept.changed), (["docs/new.txt"], ["docs/lending.md"]))
        self.assertEqual((kept.gone, kept.removed), (["docs/öffnung/hours.md"], []))
        pruned = self.client.sync(self.folder, metadata={"version": "3"}, prune=True)
        self.assertEqual((pruned.described, pruned.removed), (["docs/lending.md", "docs/new.txt"], ["docs/öffnung/hours.md"]))
        self.assertEqual(len(list(self.client.sources())), 2)

    def test_3_tells_what_was_not_taken_and_what_could_not_be_read(self) -> None:
        self.write("wrong.pdf", "<html></html>")
        self.write("broken.pdf", "%PDF-1.7\nbroken")
        report = self.client.sync(self.folder)
        self.assertFalse(report.ok)
        [refused] = report.refused
        self.assertEqual((refused.external_id, refused.error and refused.error.code), ("docs/wrong.pdf", "unsupported_file_type"))
        [failed] = report.failed
        self.assertEqual((failed.external_id, failed.error is not None), ("docs/broken.pdf", True))
        for name in ("wrong.pdf", "broken.pdf"):
            (self.folder / name).unlink()
        self.assertEqual(self.client.sync(self.folder, prune=True).removed, ["docs/broken.pdf"])
        with self.assertRaises(ValueError):
            self.client.sync(self.folder / "nowhere")

    def test_4_asks_and_streams(self) -> None:
        answer = self.client.ask("How long may a book be kept?")
        self.assertRegex(answer.response, r"five weeks.*\[1\]")
        self.assertEqual((answer.finish_reason, answer.citations[0].title), ("stop", "Lending"))
        self.assertIn("five weeks", answer.citations[0].quote)
        # The page that the first sync has named, at its heading.
        self.assertTrue(answer.citations[0].url.startswith("https://docs.example.com/lending.md#loans:~:text="))
        with self.client.stream("How long may a book be kept?", conversation_id=answer.conversation_id) as stream:
            kinds = [part["type"] for part in stream]
            streamed = stream.final_answer()
        self.assertEqual((kinds[0], kinds[-1]), ("start", "finish"))
        self.assertEqual((streamed.response, streamed.conversation_id), (answer.response, answer.conversation_id))
        self.assertEqual(streamed.citations[0].quote, answer.citations[0].quote)
        refused = self.client.ask("Who won the chess world championship of 1972?")
        self.assertEqual((refused.finish_reason, refused.citations), ("refused", ()))
        [group] = self.client.unanswered()
        self.assertEqual((group.question, group.count, group.unsure_count), ("Who won the chess world championship of 1972?", 1, 0))
        self.assertEqual((group.questions[0].message_id, group.questions[0].finish_reason), (refused.message_id, "refused"))
        [weakest] = self.client.weakest_answers()
        self.assertEqual((weakest.question, weakest.count), ("How long may a book be kept?", 2))
        self.assertTrue(0 < weakest.certainty <= 1)
        self.assertEqual(weakest.questions[-1].message_id, answer.message_id)
        self.assertEqual(list(self.client.weakest_answers(asked_to="2026-01-01")), [])

    def test_5_searches_with_a_filter(self) -> None:
        found = self.client.search("book", filter={"metadata": {"version": "3"}}, limit=1)
        [result] = found.results
        self.assertEqual((result.title, result.highlights[0].of(result.text)), ("Lending", "book"))
        self.assertEqual(self.client.search("book", filter={"metadata": {"version": "0"}}).results, ())

    def test_5_corrects_what_is_misspelt(self) -> None:
        misspelt = self.client.ask("How long may the raeder keep it?")
        assert misspelt.corrected is not None
        self.assertEqual(misspelt.corrected.query, "How long may the reader keep it?")
        self.assertIsNone(self.client.search("raeder", correct=False).corrected)
        found = self.client.search("raeder").corrected
        assert found is not None
        self.assertEqual(found.query, "reader")

    def test_6_uploads_replaces_and_deletes(self) -> None:
        # Without a name that says what it is.
        source = self.client.upload(b"# Desk\n\nThe desk has the number 4711.")
        [ready] = self.client.wait_until_ready(source)
        self.assertEqual((ready.status, ready.metadata["content_type"]), ("completed", "text/markdown"))
        self.client.delete_source(ready.id)
        with self.assertRaises(APIError) as caught:
            self.client.source(ready.id)
        self.assertEqual((caught.exception.status, caught.exception.code), (404, "not_found"))
        self.assertRegex(caught.exception.request_id or "", "^req_")
        page = self.client.put("wiki/a b.md", b"# Wiki\n\nA page.", name="a.md", url="https://wiki.example.com/a")
        self.assertEqual((page.external_id, page.url), ("wiki/a b.md", "https://wiki.example.com/a"))
        broken = self.client.upload(b"%PDF-1.7\nbroken", name="broken.pdf")
        with self.assertRaises(SourceFailedError) as failed:
            self.client.wait_until_ready(page, broken)
        self.assertEqual([one.id for one in failed.exception.sources], [broken.id])


if __name__ == "__main__":
    unittest.main()
