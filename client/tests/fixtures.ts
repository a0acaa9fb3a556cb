import type { components } from "@/generated/api";

type Schemas = components["schemas"];

export const IDENTITY: Schemas["IdentityOut"] = {
  vendor: "mt",
  name: "Dashboard SMTP",
  logo: "",
  icon: "envelope",
  decor: "chevrons",
  color: "#2F54C8",
  sampleData: false,
  blocked: [],
  feature: { batchStatus: { enable: true } },
  errorReportUrl: "",
};

/** Alice owns the team Kopi Selatan. */
export const ALICE: Schemas["MeOut"] = {
  user: {
    userId: "01a1fc3d-0000-7000-8000-00000000a11c",
    email: "alice@kopiselatan.example",
    firstname: "Alice",
    lastname: "Wulandari",
    fullname: "Alice Wulandari",
    image: "",
    phone: "+62812000001",
    time: 24,
    language: "en",
    validate: true,
    tours: {},
    hints: { complete: false, data: {} },
    toggleContact: false,
    policyVersion: "2.0.0",
    lastProductUpdate: null,
    twoFactor: true,
  },
  team: {
    companyId: "01a1fc3d-0000-7000-8000-00000000c0b1",
    name: "Kopi Selatan",
    slug: "kopi-selatan",
    domain: "kopiselatan.example",
    timezone: "(UTC+07:00) Jakarta",
    role: "admin",
    vendor: "mt",
    image: "",
    logo: "",
    favicon: "",
    suspend: false,
    lock: false,
    isExpired: false,
    expiredDate: null,
    multiLogin: "allow",
    showPresence: true,
    enable2FA: false,
  },
  permissions: ["team.read"],
  identity: IDENTITY,
  isOperator: false,
  isInternal: false,
  paymentAuth: false,
};

export const PLAN: Schemas["PlanOut"] = {
  packetId: null,
  plan: "sample",
  name: "Sample",
  startDate: null,
  expiredDate: null,
  isExpired: false,
  price: 0,
  currency: "IDR",
  subscription: 0,
  subscribe: false,
  version: null,
  group: "",
  paymentMethod: "",
  features: [{ name: "contactManagement", enable: true, subFeatures: [] }],
};

export const USAGE: Schemas["UsageOut"] = {
  counters: [
    {
      name: "emailSent",
      feature: "emailMarketing",
      subfeature: "emailSent",
      used: 980,
      reserved: 0,
      limit: 1000,
      left: 20,
      resetsAt: "2026-12-01",
    },
  ],
};

/** All steps done, so that the header shows no onboarding. */
export const MISSION: Schemas["MissionOut"] = {
  features: [{ name: "confirmEmail", done: true }],
  done: 1,
  total: 1,
  percentage: 100,
  dismissed: false,
};
