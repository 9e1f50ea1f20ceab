import { describe, expect, it } from 'vitest'
import { createCodeMail } from '../users/credentials/mails.ts'
import { quoteName } from './name-in-mail.ts'

describe('C15.11 the name of an account in a mail', () => {
  it.each([
    ['Ada Lovelace', '"Ada Lovelace"'],
    ['J. R. "Bob" Dobbs, Ph.D.', `"J. R. 'Bob' Dobbs, Ph.D."`],
    ['You won! https://evil.example/x Click', '"You won! … Click"'],
    ['www.evil.example', '"…"'],
    ['Pay at evil.example now', '"Pay at … now"'],
    ['mail me@evil.example', '"mail …"'],
    ['x'.repeat(61), `"${'x'.repeat(59)}…"`],
    ['🦊'.repeat(60), `"${'🦊'.repeat(60)}"`],
  ])('C15.11 %s is %s', (name, quoted) => expect(quoteName(name)).toBe(quoted))

  it('C15.11 comes after our own text, once', () => {
    const name = 'Your account is closed. See https://evil.example'
    const user = { name, username: 'ada', email: 'ada@example.org' }
    const { subject, text } = createCodeMail('email-confirmation', user, {
      baseUrl: 'https://content.example',
      code: '123',
    })
    expect(text).toMatch(
      /^Hello,\n\nsomebody, hopefully you, signed up with this address at https:\/\/content\.example\./,
    )
    expect(text.trimEnd()).toMatch(
      /\n\nThis mail is about the account with the name "Your account is closed\. See …" and the username "ada"\.$/,
    )
    expect(subject + text).not.toContain('evil')
  })
})
