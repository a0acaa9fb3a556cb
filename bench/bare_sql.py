"""The peer of bench api: only runs statements by psycopg and fetches their rows.

python -m bench.bare_sql DATABASE_URL       reads [[statement, "rows" or "none"] ..., times] a line as JSON
"""

import json
import sys

from psycopg import connect


def main() -> None:
    with connect(sys.argv[1], autocommit=True) as line:
        print(line.info.backend_pid, flush=True)
        for told in sys.stdin:
            statements, times = json.loads(told)
            for _ in range(times):
                for statement, answers in statements:
                    cursor = line.execute(statement)
                    if answers == "rows":
                        cursor.fetchall()
            print("done", flush=True)


if __name__ == "__main__":
    main()
