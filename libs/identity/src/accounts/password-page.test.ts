import { badValue } from '@content-service/domain/internal/rules'
import { describe, expect, test } from 'vitest'
import type { OAuthRequest } from '../web/http.ts'
import { answerPasswordPage, type ResetPassword } from './password-page.ts'

const accept: ResetPassword = async () => undefined
const request = (
  method: string,
  form?: Record<string, string> | string,
  more: Partial<OAuthRequest> = {},
) => ({
  method,
  path: '/account/password',
  query: '',
  headers: form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(typeof form === 'string' ? form : String(new URLSearchParams(form))),
  address: null,
  id: 'a-test',
  ...more,
})

describe('C3.8 the page for a new password', () => {
  test('GET shows a form for password managers, without scripts', async () => {
    const { status, headers, body } = await answerPasswordPage(request('GET'), accept)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*form-action 'self'/)
    expect(body).toMatch(/autocomplete="new-password"/)
    expect(body).not.toMatch(/<script|\son\w+=/)
  })

  test('POST sets the password, and ignores blanks around the code', async () => {
    const given: unknown[] = []
    const reset: ResetPassword = async (one) => void given.push(one)
    const { status, body } = await answerPasswordPage(
      request('POST', { code: ' c-1 \n', password: ' p w ' }),
      reset,
    )
    expect([status, given]).toEqual([200, [{ token: 'c-1', password: ' p w ' }]])
    expect(body).toContain('Your password is set')
  })

  test.each([
    [
      'token',
      'code',
      'The code does not work: it is wrong, it was used before, or it has expired. Get a new code by mail (below).',
    ],
    ['password', 'password', 'The password is wrong.'],
  ])('a problem of the %s is shown at its field, and the code stays', async (path, id, message) => {
    const refuse: ResetPassword = () => Promise.reject(badValue([path], 'is wrong'))
    const { status, body } = await answerPasswordPage(
      request('POST', { code: '"><b>', password: 'secret' }),
      refuse,
    )
    expect(status).toBe(422)
    expect(body).toContain(`role="alert">${message}<`)
    expect(body).toMatch(new RegExp(`id="${id}"[^>]*aria-describedby="problem"`))
    expect(body).toContain('value="&quot;&gt;&lt;b&gt;"')
    expect(body).not.toContain('secret')
    expect(body).toContain('href="/account/password-reset"')
  })

  test.each([
    ['JSON', request('POST', '{}', { headers: { 'content-type': 'application/json' } }), 415],
    ['a body that is too large', request('POST', '', { body: null }), 413],
    ['broken UTF-8', request('POST', '', { body: Buffer.from([0xff]) }), 400],
    ['a field twice', request('POST', 'code=a&code=b'), 400],
    ['U+0000', request('POST', 'code=%00'), 400],
  ])('%s is refused on the page', async (_, given, expected) => {
    const { status, body } = await answerPasswordPage(given, () => expect.unreachable())
    expect([status, body.includes('role="alert"')]).toEqual([expected, true])
  })

  test.each(['PUT', 'DELETE'])('%s is 405', async (method) => {
    const { status, headers } = await answerPasswordPage(request(method), accept)
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
  })

  test('the page does not handle internal errors', async () => {
    const broken: ResetPassword = () => Promise.reject(new Error('the database is away'))
    await expect(answerPasswordPage(request('POST', { code: 'x', password: 'y' }), broken)).rejects.toThrow(
      'away',
    )
  })
})
