import { Category, contentModel, defaultPolicyFile, Product, readPolicy } from '@content-service/domain'
import type { ServiceOptions } from '@content-service/server'
import { Announcement } from './announcement.ts'
import { bookSeat } from './book-seat.ts'
import { Booking } from './booking.ts'
import { Inquiry } from './inquiry.ts'
import { Job } from './job.ts'
import { Meetup } from './meetup.ts'
import { migrations } from './migrations.ts'
import { seatReport } from './seat-report.ts'
import { tellOrganizer } from './tell-organizer.ts'
import { Venue } from './venue.ts'

const model = contentModel([Announcement, Category, Product, Venue, Meetup, Inquiry, Booking, Job], {
  roles: { CARETAKER: { inherits: ['READER'], about: 'People who look after all venues.' } },
  handlers: { tellOrganizer },
  operations: [bookSeat, seatReport],
  permissions: { 'seats:book': { READER: 'all' }, 'reports:run': { EDITOR: 'all' } },
})

/** The policy of the model, with a role for users who look after the meetups of others. */
const { resources, roles } = defaultPolicyFile(model)
const moderator = {
  inherits: ['READER'],
  rules: [{ effect: 'allow', permissions: ['meetups:cancel'] }],
}
const { policy } = readPolicy(model, JSON.stringify({ resources, roles: { ...roles, MODERATOR: moderator } }))

/** The service with its own content type, for the API, the worker and all commands. */
export const content: ServiceOptions = { model, migrations, policy }
