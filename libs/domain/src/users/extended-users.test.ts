import { describe, expect, it } from 'vitest'
import { builtInModel } from '../service/content-types.ts'
import { createEventDocument } from '../events/event-document.ts'
import { createEventSchemas } from '../events/event-schemas.ts'
import { deriveEvents } from '../events/derive-events.ts'
import type { EventId, UserId } from '../rules/ids.ts'
import { aContext, aUser, callerOf, Member, NOON, toolModel as model } from '../testing/index.ts'
import { listContentFields } from '../transfer/content-fields.ts'
import { parseContentRecord } from '../transfer/content-record.ts'
import { changeUser, newUser } from './user.ts'

const given = { username: 'ada', email: 'ada@example.org' }
const more = { pronouns: 'she/her', badge: 'B-7' }
const ada = { id: 7 as UserId, ...newUser({ ...given, ...more }, NOON, Member) }

describe('users with additional fields of a team', () => {
  it('start with the initial values, and change by the rules of the fields', () => {
    const rewrite = (change: object) =>
      changeUser(ada, change, { policy: model.policy, now: NOON, type: Member })
    expect(newUser(given, NOON, Member)).toMatchObject({ pronouns: null, isSpeaker: false })
    expect(rewrite({ pronouns: 'they/them', isSpeaker: true })).toMatchObject({
      pronouns: 'they/them',
      isSpeaker: true,
      version: 2,
    })
    expect(() => rewrite({ pronouns: ' ' })).toThrow('pronouns')
  })

  it('show the fields in events, with null for a masked field', () => {
    const [event] = deriveEvents(model, 'users', { before: null, after: ada })
    const kept = { id: '0' as EventId, at: NOON, ...event }
    const describeFor = (caller: UserId, username: string, facts: { readonly id: UserId } | null) =>
      createEventDocument(
        aContext({ model, caller: callerOf({ id: caller, ...aUser(username) }) }),
        kept as never,
        { facts, isPublic: true },
      )?.data
    expect(describeFor(ada.id, 'ada', ada)).toMatchObject({ ...more, isSpeaker: false })
    expect(describeFor(8 as UserId, 'rob', null)).toMatchObject({ pronouns: 'she/her', badge: null })
    const schemas = JSON.stringify(createEventSchemas(model))
    expect(schemas).toContain('"badge":{"type":["string","null"]}')
    expect(JSON.stringify(createEventSchemas(builtInModel))).not.toContain('badge')
  })

  it('have the fields in the lines of an import and in its documentation', () => {
    const line = { type: 'user', ...given, ...more, isSpeaker: true }
    expect(parseContentRecord(line, model)).toEqual(line)
    expect(() => parseContentRecord(line, builtInModel)).toThrow('pronouns')
    const fields = listContentFields(model)['user']
    expect(fields).toContainEqual({
      name: 'pronouns',
      required: false,
      description: '1 to 40 characters, or null',
    })
    expect(fields).toContainEqual(expect.objectContaining({ description: 'true or false' }))
  })
})
