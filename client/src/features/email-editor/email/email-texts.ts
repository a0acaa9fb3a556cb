/** Fixed texts of every email in the team's language; the same as in delivery/content/starters.py. */
export interface EmailTexts {
  readonly question: string;
  readonly view: string;
  readonly reason: (company: string) => string;
  readonly unsubscribe: string;
  readonly preferences: string;
  readonly forward: string;
  readonly reply: string;
  readonly brand: (name: string) => string;
}

const TEXTS: Readonly<Record<string, EmailTexts>> = {
  en: {
    question: "Not displaying correctly?",
    view: "View in browser",
    reason: (company) => `You are receiving this email because you subscribed to ${company}.`,
    unsubscribe: "Unsubscribe",
    preferences: "Preferences",
    forward: "Forward to a friend",
    reply: "Reply",
    brand: (name) => `Sent with ${name}`,
  },
  id: {
    question: "Tidak tampil dengan benar?",
    view: "Lihat di peramban",
    reason: (company) => `Anda menerima email ini karena Anda berlangganan ${company}.`,
    unsubscribe: "Berhenti berlangganan",
    preferences: "Preferensi",
    forward: "Teruskan ke teman",
    reply: "Balas",
    brand: (name) => `Dikirim dengan ${name}`,
  },
};

export function getEmailTexts(language: string | undefined): EmailTexts {
  return TEXTS[language ?? "en"] ?? (TEXTS.en as EmailTexts);
}
