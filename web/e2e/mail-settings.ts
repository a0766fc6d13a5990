/** The settings of a site with accounts whose emails nobody takes. */
export const unreadMail = { VITRINE_SMTP_URL: "smtp://127.0.0.1:9", VITRINE_MAIL_FROM: "site@example.com" };
