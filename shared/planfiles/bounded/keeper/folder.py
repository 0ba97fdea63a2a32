"""What has been written to the working folder of a run."""

from __future__ import annotations

import os


def written(folder: str, most_bytes: int, most_entries: int) -> tuple[int, int]:
    """The bytes in files below `folder`, and how many files and folders there are; links are not
    followed. Counting ends when there are more than `most_…` of either."""
    size = entries = 0
    folders = [folder]
    while folders:
        try:
            with os.scandir(folders.pop()) as found:
                for entry in found:
                    entries += 1
                    try:
                        if entry.is_dir(follow_symlinks=False):
                            folders.append(entry.path)
                        else:
                            size += entry.stat(follow_symlinks=False).st_size
                    except OSError:  # gone since
                        continue
                    if size > most_bytes or entries > most_entries:
                        return size, entries
        except OSError:  # gone since, or closed to us
            continue
    return size, entries
