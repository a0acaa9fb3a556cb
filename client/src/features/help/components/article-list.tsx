import { Box, Button, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { type Article, groupByTopic, useArticles } from "../help-data";
import { openHelp } from "../help-store";
import classes from "./help-lists.module.css";
import { HelpSkeleton } from "./help-skeleton";

/** Pause in typing before the search request. */
const DEBOUNCE_MS = 200;

interface Props {
  /** Opens an article in place; without it, each article is a link to its own page. */
  readonly onOpen?: (slug: string) => void;
}

function Entries({ articles, onOpen }: Props & { readonly articles: readonly Article[] }) {
  return (
    <ul className={classes.list}>
      {articles.map(({ slug, title, summary }) => {
        const words = (
          <>
            <strong>{title}</strong>
            <span>{summary}</span>
          </>
        );
        return (
          <li key={slug}>
            {onOpen ? (
              <button type="button" onClick={() => onOpen(slug)}>
                {words}
              </button>
            ) : (
              <Link to={`/help/${slug}`}>{words}</Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Articles by topic, or the search results, best first. */
export function ArticleList({ onOpen }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const [search] = useDebouncedValue(words.trim(), DEBOUNCE_MS);
  const articlesQuery = useArticles(search);
  const { data } = articlesQuery;
  const opening = onOpen ? { onOpen } : {};
  const Topic = onOpen ? "h3" : "h2";
  return (
    <>
      <TextInput
        classNames={{ input: classes.search ?? "" }}
        mb={12}
        size="sm"
        type="search"
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
        value={words}
        placeholder={t("help.search")}
        aria-label={t("help.search")}
        maxLength={100}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {articlesQuery.isPending ? <HelpSkeleton /> : null}
      {articlesQuery.isError ? (
        <LoadFailed failure={articlesQuery.error} onRetry={() => void articlesQuery.refetch()} />
      ) : null}
      <div aria-live="polite">
        {data?.length === 0 ? (
          <Stack gap="sm" align="center" fz="sm" py="xl" px="md" c="var(--text2)" ta="center">
            <Box component="p" m={0} style={{ overflowWrap: "anywhere" }}>
              {t("help.nothing", { words: search })}
            </Box>
            <Button onClick={() => openHelp({ name: "contact" })}>{t("words.contactUs")}</Button>
          </Stack>
        ) : null}
      </div>
      {data && search === ""
        ? groupByTopic(data).map(({ topic, articles }) => (
            <section key={topic} className={classes.topic}>
              <Topic>{t(toTextKey(`help.topics.${topic}`))}</Topic>
              <Entries articles={articles} {...opening} />
            </section>
          ))
        : null}
      {data && search !== "" ? <Entries articles={data} {...opening} /> : null}
    </>
  );
}
