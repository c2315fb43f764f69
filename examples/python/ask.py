"""Syncs a folder of documents, asks a question and prints the answer with its citations: python3 ask.py [folder] [question]"""

import sys

from footnote import APIConnectionError, APIError, Footnote, SyncProgress


def show(progress: SyncProgress) -> None:
    print(f"{progress.done} of {progress.total} files {progress.stage}", file=sys.stderr)


def main(folder: str = "docs", question: str = "How do I start my own server?") -> int:
    # The address of the server, a key and the project come from FOOTNOTE_BASE_URL, FOOTNOTE_API_KEY and FOOTNOTE_PROJECT.
    client = Footnote()
    report = client.sync(folder, on_progress=show)
    print(f"{len(report.added)} new, {len(report.changed)} changed, {len(report.unchanged)} unchanged")
    for entry in report.refused:
        print(f"Not taken: {entry.external_id}: {entry.error and entry.error.message}")
    for source in report.failed:
        print(f"Not read: {source.name}: {source.error and source.error.message}")

    print(f"\n{question}")
    shown = ""
    with client.stream(question) as stream:
        for part in stream:
            if part["type"] == "text-delta":
                print(part["delta"], end="", flush=True)
                shown += part["delta"]
        answer = stream.final_answer()
    # The checks have replaced what was printed.
    if answer.response != shown:
        print(f"\n\n{answer.response}", end="")
    print(f"\n\nfinish_reason: {answer.finish_reason}")
    for citation in answer.citations:
        print(f'[{citation.id}] {citation.title}: "{citation.quote}"\n    {citation.url}')
    return 0 if report.ok else 1


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:3]))
    except (APIError, APIConnectionError, ValueError) as error:
        sys.exit(str(error))
