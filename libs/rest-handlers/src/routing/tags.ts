import type { ContentModel, RecordType } from '@content-service/domain'

/** The headings of types whose operations the service has written, by the type. Markdown. */
const OWN_TAGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  User: {
    Users: `Users, with numbers as ids. Each user has an \`ETag\`. Send it as \`If-Match\` with a change, so that you do not
overwrite a change by somebody else: see **Changing a resource safely** above.`,
  },
  Article: {
    Articles: `An article goes from DRAFT over REVIEW to PUBLISHED, and on to ARCHIVED or DELETED. You change the state with
\`status\`. If you may not read an article, the response is 404. A read that a cache answers does not count as a view.`,
  },
  Comment: { Comments: 'Comments on published articles.' },
}

/** The tags in the order of the table, of the types that the model has (C15.23). */
const listOwnTags = ({ types }: ContentModel): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...Object.entries(OWN_TAGS).map(([name, tags]) => (types.some((type) => type.name === name) ? tags : {})),
  )

const OTHER_TAGS = {
  Search: 'A search over all content.',
  'Own account':
    'Your own account, settings, password, second factor, sessions, and the users whom you follow.',
  'Content model': 'The types of content, for tools such as forms and generators.',
  'API keys':
    'Keys for programs. Give each key only the scopes that the program needs. The service shows a key once.',
  Webhooks: 'Addresses to which the service sends events. The service shows a secret once.',
  'OAuth clients': 'Programs that may request tokens. The service shows a secret once.',
  Access: 'Explanations why the policy allows or denies an action.',
}

/** The heading of a declared type. Types that share a resource share a heading, which the plural of the resource names. */
export const nameTag = ({ permissions }: RecordType): string => {
  const [resource = ''] = permissions.read.split(':')
  return `${resource.charAt(0).toUpperCase()}${resource.slice(1).replaceAll('-', ' ')}`
}

const listDeclaredTags = ({ derivedTypes }: ContentModel): Readonly<Record<string, string>> => {
  const groups = Map.groupBy(derivedTypes, nameTag)
  return Object.fromEntries(
    [...groups].map(([tag, members]) => [tag, members.map(({ about }) => about).join(' ')]),
  )
}

const ABOUT_OPERATIONS = 'Operations that are about no single record.'

/** The heading of the operations of no record, if the model has any (C16.5). */
export const OPERATIONS_TAG = 'Operations'

/** The headings of the document, in its order, with their descriptions. */
export const listTags = (model: ContentModel): Readonly<Record<string, string>> => ({
  ...listOwnTags(model),
  ...listDeclaredTags(model),
  ...(model.serviceOperations.length > 0 && { [OPERATIONS_TAG]: ABOUT_OPERATIONS }),
  ...OTHER_TAGS,
})
