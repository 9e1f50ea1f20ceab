import { describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

const PATH = '/api/me/permissions'

describe('C20.4 GET /api/me/permissions', () => {
  it('is a bare array with a tag, for anybody', async () => {
    const world = await aRestWorld()
    const ada = await world.user('ada', 'AUTHOR')
    const read = async (as: typeof ada | null) => readBody(await world.send('GET', PATH, { as }))
    expect(await read(world.admin)).toEqual(expect.arrayContaining(['audit:read', 'users:read']))
    expect(await read(ada)).not.toContain('audit:read')
    expect(await read(null)).toContain('products:read')
    expect(await read(null)).not.toContain('products:write')
    const { headers } = await world.send('GET', PATH, { as: ada })
    const again = { 'if-none-match': headers['etag'] ?? '' }
    expect((await world.send('GET', PATH, { as: ada, headers: again })).status).toBe(304)
    expect((await world.send('GET', PATH, { as: world.admin, headers: again })).status).toBe(200)
    expect(readCode(await world.send('GET', `${PATH}?limit=1`, { as: ada }))).toEqual([400, 'BAD_REQUEST'])
  })
})
