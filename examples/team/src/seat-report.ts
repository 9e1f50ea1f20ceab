import { field, operation } from '@content-service/domain'

/** The most meetups of a report: a page of a list. */
const MOST = 100

const READ = `query ($since: String!) {
  meetups(limit: ${MOST}, where: { startsAt: { gte: $since } }, orderBy: [{ field: STARTS_AT }]) {
    id
    title
    bookingsConnection(first: 1) { totalCount { value } }
  }
}`

interface Read {
  readonly meetups: readonly {
    readonly id: string
    readonly title: string
    readonly bookingsConnection: { readonly totalCount: { readonly value: number } }
  }[]
}

/** Counts the booked seats of the next meetups. */
export const seatReport = operation({
  name: 'seatReport',
  about: 'Counts the booked seats of the meetups that start after a time.',
  kind: 'read',
  permission: 'reports:run',
  input: { since: field.time({ about: 'The earliest start.' }) },
  returns: {
    meetups: field.list(
      field.group(
        {
          id: field.line(36, { about: 'The id of the meetup.' }),
          title: field.line(200, { about: 'Its title.' }),
          booked: field.integer(0, 10_000, { about: 'The booked seats.' }),
        },
        { about: 'A meetup.' },
      ),
      { about: `The next meetups, at most ${MOST}.`, most: MOST },
    ),
  },
  run: async (context, { since }) => {
    const { data, errors } = await context.graphql(READ, { since: since.toISOString() })
    if (errors) throw new Error(`The meetups cannot be read: ${errors[0]?.message}`)
    // The document has these members.
    const { meetups } = data as unknown as Read
    return {
      meetups: meetups.map(({ id, title, bookingsConnection }) => ({
        id,
        title,
        booked: bookingsConnection.totalCount.value,
      })),
    }
  },
})
