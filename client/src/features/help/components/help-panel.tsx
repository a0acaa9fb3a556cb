import { Box } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { FloatingPanel } from "@/ui/components/floating-panel";
import { IconButton } from "@/ui/components/icon-button";
import { type HelpView, openHelp } from "../help-store";
import { ArticleList } from "./article-list";
import { ArticleText } from "./article-text";
import { ContactForm } from "./contact-form";
import classes from "./help-panel.module.css";
import { UpdateList } from "./update-list";
import { UpdateText } from "./update-text";

interface Props {
  readonly view: HelpView;
  readonly hasNews: boolean;
  readonly onClose: () => void;
}

const AREAS = [
  { name: "articles", label: "help.articles" },
  { name: "updates", label: "help.updates" },
  { name: "contact", label: "words.contactUs" },
] as const;

/** The tab of a view. */
function getArea(view: HelpView): (typeof AREAS)[number]["name"] {
  if (view.name === "article") return "articles";
  return view.name === "update" ? "updates" : view.name;
}

/** Help over the screen: articles, product updates and a contact form. The screen behind it stays usable. */
export function HelpPanel({ view, hasNews, onClose }: Props) {
  const { t } = useTranslation();
  const area = getArea(view);
  const isInside = view.name === "article" || view.name === "update";
  return (
    <FloatingPanel
      title={t("words.help")}
      isTall
      view={view}
      onClose={onClose}
      lead={
        isInside ? (
          <IconButton size="row" label={t("words.back")} onClick={() => openHelp({ name: area })}>
            <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
          </IconButton>
        ) : null
      }
    >
      <nav className={classes.areas} aria-label={t("words.help")}>
        {AREAS.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            aria-current={area === name ? "true" : undefined}
            onClick={() => openHelp({ name })}
          >
            {t(label)}
            {name === "updates" && hasNews ? (
              <Box component="span" bdrs="50%" w={6} h={6} bg="var(--vendor-edge)" aria-hidden="true" />
            ) : null}
          </button>
        ))}
      </nav>
      <Box p="md" flex="1" mih={0} style={{ overflowY: "auto" }} key={view.name === "article" ? view.slug : view.name}>
        {view.name === "articles" ? <ArticleList onOpen={(slug) => openHelp({ name: "article", slug })} /> : null}
        {view.name === "article" ? <ArticleText slug={view.slug} /> : null}
        {view.name === "updates" ? <UpdateList onOpen={(id) => openHelp({ name: "update", id })} /> : null}
        {view.name === "update" ? <UpdateText id={view.id} /> : null}
        {view.name === "contact" ? <ContactForm /> : null}
      </Box>
    </FloatingPanel>
  );
}
