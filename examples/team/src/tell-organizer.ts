import type { HandlerDeclaration } from '@content-service/domain'

const ORGANIZER = 'query ($id: ID!) { inquiry(id: $id) { meetup { title organizer { email } } } }'

interface Found {
  readonly inquiry: {
    readonly meetup: { readonly title: string; readonly organizer: { readonly email: string } }
  } | null
}

/** Tells the organizer of a meetup of a new message. Strangers write the message, so that the mail does not contain it. */
export const tellOrganizer: HandlerDeclaration = {
  on: ['inquiry.created'],
  // Only holders of users:write see the email addresses of others.
  permissions: ['inquiries:read', 'meetups:read', 'users:read', 'users:write'],
  run: async ({ data }, context) => {
    const answer = await context.graphql(ORGANIZER, { id: data?.['id'] })
    if (answer.errors) throw new Error(`The inquiry cannot be read: ${answer.errors[0]?.message}`)
    // The document has these members.
    const { inquiry } = answer.data as unknown as Found
    if (inquiry === null) return
    await context.sendMail({
      to: inquiry.meetup.organizer.email,
      subject: 'A message about your meetup',
      text: 'Somebody has sent you a message about one of your meetups. Sign in to read it.',
    })
  },
}
