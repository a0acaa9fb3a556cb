"""What the client's commands write is taken, merged, and means the same tree here."""

from tests.server.documents.sequences import check, sequences

SEEDS = 60


def test_sequences_of_the_client_s_commands_mean_the_same_here() -> None:
    wrong = {sequence.seed: found for sequence in sequences(1, SEEDS) if (found := check(sequence))}

    assert wrong == {}
