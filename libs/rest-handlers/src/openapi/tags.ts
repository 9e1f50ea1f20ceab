/** The headings of the document, in its order. Markdown. */
export const TAGS = {
  Users: `Users, with numbers as ids. Each user has an \`ETag\`. Send it as \`If-Match\` with a change, so that you do not
overwrite a change by somebody else: see **Changing a resource safely** above.`,
  Articles: `An article goes from DRAFT over REVIEW to PUBLISHED, and on to ARCHIVED or DELETED. You change the state with
\`status\`. If you may not read an article, the response is 404. A read that a cache answers does not count as a view.`,
  Comments: 'Comments on published articles.',
  Products: 'Products and their categories.',
  Search: 'A search over all content.',
  'Own account':
    'Your own account, settings, password, second factor, sessions, and the users whom you follow.',
  'API keys':
    'Keys for programs. Give each key only the scopes that the program needs. The service shows a key once.',
  Webhooks: 'Addresses to which the service sends events. The service shows a secret once.',
  'OAuth clients': 'Programs that may request tokens. The service shows a secret once.',
  Access: 'Explanations why the policy allows or denies an action.',
} as const satisfies Readonly<Record<string, string>>

export type Tag = keyof typeof TAGS
