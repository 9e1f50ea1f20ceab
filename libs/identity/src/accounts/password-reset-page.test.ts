import { badValue } from '@content-service/domain/internal/rules'
import { describe, expect, test } from 'vitest'
import type { OAuthRequest } from '../web/http.ts'
import { answerPasswordResetPage, type PasswordResets } from './password-reset-page.ts'

const SITE = 'http://127.0.0.1:3000'
const given: string[] = []
const resets = (more: Partial<PasswordResets> = {}): PasswordResets => ({
  issuer: SITE,
  canSendMail: true,
  requestReset: async (email) => void given.push(email),
  ...more,
})
const request = (method: string, form?: Record<string, string>, cookie?: string): OAuthRequest => ({
  method,
  path: '/account/password-reset',
  query: '',
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
  body: Buffer.from(String(new URLSearchParams(form))),
  address: null,
  id: 'a-test',
})

/** The page in a browser, with the cookie and the proof that its form needs. */
const openForm = async () => {
  const { headers, body } = await answerPasswordResetPage(request('GET'), resets())
  const cookie = headers['set-cookie']?.split(';')[0] ?? ''
  return { headers, body, cookie, proof: /name="proof" value="([^"]+)"/.exec(body)?.[1] ?? '' }
}
const send = async (email: string, more: Partial<PasswordResets> = {}) => {
  const { cookie, proof } = await openForm()
  return answerPasswordResetPage(request('POST', { email, proof }, cookie), resets(more))
}

describe('C3.8 the page behind "Forgot password?"', () => {
  test('GET shows a form with one labelled field, without scripts', async () => {
    const { headers, body } = await openForm()
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('<label for="email">')
    expect(body).not.toMatch(/<script|\son\w+=/)
    expect(headers['set-cookie']).toMatch(/^sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('over https the cookie is Secure and bound to the host', async () => {
    const { headers } = await answerPasswordResetPage(
      request('GET'),
      resets({ issuer: 'https://content.example' }),
    )
    expect(headers['set-cookie']).toMatch(/^__Host-sign-in=.*; Secure$/)
  })

  test('POST requests a mail, and responds the same for every address', async () => {
    given.splice(0)
    const [known, unknown] = [await send(' ada@example.org '), await send('nobody@example.org')]
    expect([known.status, given]).toEqual([200, ['ada@example.org', 'nobody@example.org']])
    expect(unknown).toEqual(known)
  })

  test.each([
    ['without the proof', (cookie: string) => request('POST', { email: 'ada@example.org' }, cookie)],
    [
      'without the cookie',
      (_: string, proof: string) => request('POST', { email: 'ada@example.org', proof }),
    ],
  ])('a form %s may come from another site: sends no mail, and shows the page again', async (_, sent) => {
    const { cookie, proof } = await openForm()
    const never = resets({ requestReset: () => expect.unreachable() })
    const { status, body } = await answerPasswordResetPage(sent(cookie, proof), never)
    expect([status, body.includes('role="alert"')]).toEqual([403, true])
    expect(body).toContain('value="ada@example.org"')
  })

  test('an invalid address is shown in its field, escaped, with a message', async () => {
    const refuse = () => Promise.reject(badValue(['email'], 'is no address'))
    const { status, body } = await send('"><b>', { requestReset: refuse })
    expect(status).toBe(422)
    expect(body).toMatch(/id="email"[^>]*value="&quot;&gt;&lt;b&gt;"[^>]*aria-describedby="problem"/)
  })

  test('a service without mail says so before a user types an address', async () => {
    const { status, body } = await answerPasswordResetPage(request('GET'), resets({ canSendMail: false }))
    expect([status, body.includes('<form')]).toEqual([503, false])
  })

  test('other methods are 405', async () => {
    const { status, headers } = await answerPasswordResetPage(request('PUT'), resets())
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
  })

  test('the page does not handle internal errors', async () => {
    const broken = () => Promise.reject(new Error('the database is away'))
    await expect(send('ada@example.org', { requestReset: broken })).rejects.toThrow('away')
  })
})
