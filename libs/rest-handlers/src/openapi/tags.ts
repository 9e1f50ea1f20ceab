/** The headings of the document, in its order. Markdown. */
export const TAGS = {
  Users: `Users by their number. What is read has an \`ETag\`; send it as \`If-Match\` with a change, and
you will not undo what somebody else changed meanwhile: see **Changing what others change too** above.`,
  Articles: `Articles go from DRAFT by REVIEW to PUBLISHED, and on to ARCHIVED or DELETED, by their \`status\`.
Who may not read one gets 404. Reads that a cache answers are not counted as views.`,
  Comments: 'What is said about published articles.',
  Products: 'Products and the categories that they are sorted into.',
  Search: 'One search over all of it.',
  'Own account':
    'Whoever is signed in: account, settings, password, second factor, sessions, whom they follow.',
  'API keys': 'Keys for programs, each narrowed to what it needs. A key is shown once.',
  Webhooks: 'Where events are sent, and which of them. A secret is shown once.',
  'OAuth clients': 'The programs that may ask for tokens. A secret is shown once.',
  Access: 'Why the policy lets somebody do something, or does not.',
} as const satisfies Readonly<Record<string, string>>

export type Tag = keyof typeof TAGS
