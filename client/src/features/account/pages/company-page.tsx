import { Box, Stack, Textarea, TextInput } from "@mantine/core";
import { type Country, useCountryQuery, useTimezoneQuery } from "@/features/lookups/public";
import { EMAIL_INPUT, isEmailAddress } from "@/lib/email-address";
import { formatInteger } from "@/lib/filters";
import { getCurrentLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from "@/lib/i18n/i18n";
import type { Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import { isPhone } from "@/lib/phone";
import { Card } from "@/ui/components/card";
import { Columns } from "@/ui/components/columns";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { SaveBar } from "@/ui/components/save-bar";
import { toast } from "@/ui/toasts";
import { type FormErrors, useForm } from "@/ui/use-form";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { type Company, type CompanyChanges, useChangeCompany, useCompany } from "../account-data";
import { PageFrame } from "../components/page-frame";
import { SearchSelect } from "../components/search-select";
import { INDUSTRIES } from "../industries";

/** Maximum lengths of the server. */
const MAX_CHARACTERS = {
  name: 200,
  phone: 32,
  email: 254,
  website: 255,
  address: 1000,
  city: 100,
  zipCode: 20,
} as const;
type TextName = keyof typeof MAX_CHARACTERS;

function toFormValues(company: Company) {
  const { name, phone, email, website, industry, contactSize, address, country, city, timezone, language } = company;
  return {
    name,
    phone,
    email,
    website,
    industry,
    contactSize,
    address,
    country,
    city,
    zipCode: company.zipcode,
    timezone,
    language,
  };
}

type Values = ReturnType<typeof toFormValues>;

/** Ranges of a company's number of contacts; 50,001 and more have no upper end. */
const CONTACT_SIZES = ["1-500", "501-2500", "2501-10000", "10001-50000", "50001-"] as const satisfies readonly Exclude<
  CompanyChanges["contactSize"],
  "" | undefined
>[];

function formatContactSize(size: string, t: Translate): string {
  const [least = "", most = ""] = size.split("-");
  return most === ""
    ? t("account.company.sizeFrom", { least: formatInteger(Number(least)) })
    : t("account.company.sizeRange", { least: formatInteger(Number(least)), most: formatInteger(Number(most)) });
}

function validate({ name, phone, email }: Values, t: Translate): FormErrors<Values> {
  return {
    ...(name.trim() === "" ? { name: t("account.company.nameMissing") } : {}),
    ...(isPhone(phone) ? {} : { phone: t("account.phoneMalformed") }),
    ...(email.trim() === "" || isEmailAddress(email) ? {} : { email: t("words.enterAnEmailAddressSuchAsNameExample") }),
  };
}

interface FormProps {
  readonly company: Company;
  readonly countries: readonly Country[];
  /** The values of the API. */
  readonly timezones: readonly string[];
}

function CompanyForm({ company, countries, timezones }: FormProps) {
  const { t } = useTranslation();
  const change = useChangeCompany();
  function labelOf(field: keyof Values, value: string): string {
    if (field === "country") return countries.find(({ code }) => code === value)?.name ?? value;
    if (field === "contactSize") return value && formatContactSize(value, t);
    if (field === "language") return LANGUAGE_NAMES[value as Language] ?? value;
    return field === "timezone" ? value.replaceAll("_", " ") : value;
  }
  const form = useForm<Values>({
    draftKey: `company:${company.companyId}`,
    initial: toFormValues(company),
    validate: (values) => validate(values, t),
    failure: change.error,
    describe: labelOf,
    onValid: ({ changes, base }) => {
      if (!form.isDirty || change.isPending) return;
      // The fields only offer values of the contract.
      change.mutate(
        { ...(changes as CompanyChanges), base },
        {
          onSuccess: (saved) => {
            form.markSaved(changes, saved);
            toast("success", t("account.company.saved"));
          },
        },
      );
    },
  });
  const leaving = useLeaveGuard({ isDirty: form.isDirty });
  const text = (field: TextName) => ({
    ...form.text(field),
    label: t(`account.company.${field}`),
    maxLength: MAX_CHARACTERS[field],
  });
  const choice = (field: "industry" | "contactSize" | "country" | "timezone" | "language") => ({
    ...form.choice(field),
    label: t(`account.company.${field}`),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <FailureNotice error={form.failure} />
        <Card title={t("words.company")}>
          <Columns count={2} minWidth={260} isUneven>
            <Box style={{ gridColumn: "1 / -1" }}>
              <TextInput {...text("name")} autoComplete="organization" dir="auto" />
            </Box>
            <SearchSelect
              {...choice("industry")}
              isOptional
              options={INDUSTRIES.map((value) => ({ value, label: value }))}
            />
            <TextInput {...text("phone")} type="tel" inputMode="tel" autoComplete="tel" />
            <TextInput {...text("email")} {...EMAIL_INPUT} autoComplete="email" />
            <SearchSelect
              {...choice("contactSize")}
              isOptional
              options={CONTACT_SIZES.map((value) => ({ value, label: formatContactSize(value, t) }))}
            />
            <Box style={{ gridColumn: "1 / -1" }}>
              <TextInput {...text("website")} type="url" inputMode="url" autoComplete="url" placeholder="https://" />
            </Box>
          </Columns>
        </Card>
        <Card title={t("account.company.where")}>
          <Columns count={2} minWidth={260} isUneven>
            <Box style={{ gridColumn: "1 / -1" }}>
              <Textarea
                {...text("address")}
                rows={3}
                autoComplete="street-address"
                dir="auto"
                description={t("account.company.addressHelp")}
                inputWrapperOrder={["label", "input", "description", "error"]}
              />
            </Box>
            <SearchSelect
              {...choice("country")}
              isOptional
              options={countries.map(({ code, name }) => ({ value: code, label: name }))}
            />
            <TextInput {...text("city")} autoComplete="address-level2" dir="auto" />
            <TextInput {...text("zipCode")} autoComplete="postal-code" />
          </Columns>
        </Card>
        <Card title={t("account.company.reading")}>
          <Columns count={2} minWidth={260} isUneven>
            <SearchSelect
              {...choice("timezone")}
              help={t("account.company.timezoneHelp")}
              options={timezones.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
            />
            <SearchSelect
              {...choice("language")}
              help={t("account.company.languageHelp")}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            />
          </Columns>
        </Card>
        {form.isDirty ? (
          <SaveBar saveLabel={t("account.profile.save")} isSaving={change.isPending} onDiscard={form.discard} />
        ) : null}
        <LeaveDialog guard={leaving} title={t("terms.leaveWithoutSaving")} confirmLabel={t("words.discardAndLeave")}>
          {t("account.leaveText")}
        </LeaveDialog>
      </Stack>
    </form>
  );
}

/** Team details: name, address and time format. For users who manage the team. */
export function CompanyPage() {
  const { t } = useTranslation();
  const queries = [useCompany(), useCountryQuery(getCurrentLanguage()), useTimezoneQuery()] as const;
  const [{ data: company }, { data: countries }, { data: timezones }] = queries;
  // A choice whose options arrive later would replace what is being typed in it.
  const loading = queries.find((query) => query.isLoadingError) ?? queries.find((query) => query.data === undefined);
  return (
    <PageFrame title={t("words.companyProfile2")} state={company?.name} query={loading ?? queries[0]}>
      {company && countries && timezones ? (
        <CompanyForm
          key={company.companyId}
          company={company}
          countries={countries}
          timezones={timezones.map(({ value }) => value)}
        />
      ) : null}
    </PageFrame>
  );
}
