import { IconChartLine, IconTable } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "../components/icon-button";
import { Scroller } from "../components/scroller";
import { SmallTable } from "../table/small-table";
import { TableTools } from "../table/table-tools";
import classes from "./chart-card.module.css";

interface Props {
  readonly title: string;
  readonly note?: ReactNode;
  /** Head and rows of the table view and of the download. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** Name of the downloaded file, without its extension. */
  readonly fileName: string;
  /** Controls before the buttons that every chart has. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** A chart with its common controls: table view, copy and download. */
export function ChartCard({ title, note, head, rows, fileName, tools, children }: Props) {
  const { t } = useTranslation();
  const [isTable, setTable] = useState(false);
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {note ? <span className={classes.note}>{note}</span> : null}
        <div className={classes.tools}>
          {tools}
          <IconButton
            size="row"
            label={t(isTable ? "ui.asChart" : "ui.asTable")}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? <IconChartLine {...ICON} /> : <IconTable {...ICON} />}
          </IconButton>
          <TableTools head={head} rows={rows} fileName={fileName} />
        </div>
      </header>
      {isTable ? (
        <Scroller className={classes.scroller}>
          <SmallTable hasFigures>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([first, ...rest]) => (
                <tr key={first}>
                  <th scope="row">{first}</th>
                  {rest.map((value, index) => (
                    <td key={head[index + 1]}>{value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </Scroller>
      ) : (
        <div className={classes.body}>{children}</div>
      )}
    </section>
  );
}
