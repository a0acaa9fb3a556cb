"""What the client's commands write is taken, merged, and means the same tree here."""

import pytest

from tests.server.documents.sequences import check, sequences
from tests.server.documents.structures import STRUCTURES

SEEDS = 60


@pytest.mark.parametrize("structure", ["rows", "fields", "shallowFields"])
def test_sequences_of_the_client_s_commands_mean_the_same_here(structure: str) -> None:
    read = sequences(1, SEEDS if structure == "rows" else SEEDS // 2, structure)
    wrong = {sequence.seed: found for sequence in read if (found := check(sequence, STRUCTURES[structure]))}

    assert wrong == {}
