import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { expect, it } from 'vitest'
import { startService } from './start-service.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const Team = record({
  name: 'Team',
  plural: 'teams',
  about,
  allowed: {
    read: { GUEST: (team) => team.captain.title.ne('Nobody'), EDITOR: 'all' },
    write: { EDITOR: 'all' },
  },
  fields: {
    title: field.line(80, { about }),
    captain: field.one('Player', { about, optional: true, inverse: 'captainOf' }),
  },
})
const Player = record({
  name: 'Player',
  plural: 'players',
  about,
  allowed,
  fields: {
    title: field.line(80, { about }),
    team: field.one(Team, { about, inverse: 'players', onDelete: 'cascade' }),
  },
})
const model = contentModel([...builtInModel.types, Team, Player])

it('C15.21 seeds and serves types that link to each other, and deletes them together', async () => {
  await using service = await startService({ content: { model } })
  const [red, blue] = [
    await service.seed.record(Team, { title: 'Red' }),
    await service.seed.record(Team, { title: 'Blue' }),
  ]
  const ada = await service.seed.record(Player, { title: 'Ada', teamId: red.id })
  const editor = service.as('EDITOR')
  const path = `/api/teams/${red.id}`
  expect((await service.anonymous.rest('GET', path)).status).toBe(404)
  const changed = await editor.rest('PATCH', path, { body: { captainId: ada.id } })
  expect([changed.status, changed.body]).toMatchObject([200, { captain: { id: ada.id, title: 'Ada' } }])
  const query = '{ teams { title captain { title team { title } captainOf { title } } } }'
  expect((await service.anonymous.graphql(query)).data).toEqual({
    teams: [
      { title: 'Red', captain: { title: 'Ada', team: { title: 'Red' }, captainOf: [{ title: 'Red' }] } },
    ],
  })
  expect((await editor.rest('DELETE', `/api/players/${ada.id}`)).status).toBe(409)
  expect((await editor.rest('DELETE', path)).status).toBe(204)
  expect((await editor.rest('GET', `/api/players/${ada.id}`)).status).toBe(404)
  expect((await editor.rest('GET', `/api/teams/${blue.id}`)).status).toBe(200)
})
