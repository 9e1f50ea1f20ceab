import { expect, it } from 'vitest'
import { describeAdministrator } from './administrator-notice.ts'

it.each([
  [undefined, 'stop the service and run'],
  ['postgresql://127.0.0.1/content', 'run'],
])('C10.1 says when to run the command that makes a password, with the database %s', (databaseUrl, when) => {
  const prepared = { firstAdministrator: null, unprovedAdministrator: { username: 'admin' } }
  expect(describeAdministrator(prepared as never, { databaseUrl })).toBe(
    `Nobody has signed in as admin yet. To make a new password, ${when}: npx content-service users reset-password admin`,
  )
})
