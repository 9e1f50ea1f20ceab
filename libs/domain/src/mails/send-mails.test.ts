import { describe, expect, it } from 'vitest'
import { aUser, plainMailEncryption } from '../testing/builders.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { aWorld } from '../testing/world.ts'
import type { Mail } from './mailer.ts'
import { purgeMails, runMails, sendDueMail, type MailHost } from './send-mails.ts'

const MAIL: Mail = { to: 'ada@example.org', subject: 'A mail', text: 'With a code.' }
const HOUR = 3_600_000

/** A mail in the queue, and a mailer that sends if `works` returns true. */
const aMail = async (works: () => boolean) => {
  const world = await aWorld()
  const { stores } = world
  await stores.withMails([plainMailEncryption.seal(MAIL, 'notice')]).users.add(aUser('mailed'), null)
  const sent: Mail[] = []
  const failures: unknown[] = []
  let now = NOON
  const host: MailHost = {
    stores: () => stores,
    mailEncryption: plainMailEncryption,
    mailer: {
      isReady: true,
      send: async (mail) => {
        if (!works()) throw new Error('The server is away.')
        sent.push(mail)
      },
    },
    now: () => now,
    afterWrites: () => undefined,
    report: (error) => failures.push(error),
  }
  return { host, world, sent, failures, at: (time: Date) => void (now = time) }
}

describe('C3.8 sending mails', () => {
  it('sends a due mail once, and stores nothing of it', async () => {
    const { host, world, sent } = await aMail(() => true)
    expect([await sendDueMail(host), await sendDueMail(host)]).toEqual([true, false])
    expect([sent, world.mails()]).toEqual([[MAIL], []])
  })

  it('tries an unsent mail again, first after ten seconds', async () => {
    let works = false
    const { host, sent, failures, at } = await aMail(() => works)
    await sendDueMail(host)
    works = true
    at(new Date(NOON.getTime() + 9_999))
    await sendDueMail(host)
    expect(sent).toEqual([])
    at(new Date(NOON.getTime() + 10_000))
    await sendDueMail(host)
    expect([sent, failures]).toEqual([[MAIL], [new Error('The server is away.')]])
  })

  it('gives up after a day, when no code in the mail is valid any more', async () => {
    const { host, world, failures, at } = await aMail(() => false)
    for (let hour = 0; hour <= 24; hour += 1) {
      at(new Date(NOON.getTime() + hour * HOUR))
      await sendDueMail(host)
    }
    expect(world.mails()).toEqual([])
    expect(failures.at(-1)).toEqual(new Error('The service gave up sending a mail after a day.'))
  })

  it('removes a mail after a day if no process can send mail, and reports it', async () => {
    const { world } = await aMail(() => true)
    const at = (hours: number) => new Date(NOON.getTime() + hours * HOUR)
    await purgeMails.run(world.stores, at(25))
    expect(world.mails()).toEqual([MAIL])
    await expect(purgeMails.run(world.stores, at(26))).rejects.toThrow('gave up sending 1 mails')
    expect(world.mails()).toEqual([])
  })

  it('leaves mails to other processes if it has no mail server', async () => {
    const { host, world } = await aMail(() => true)
    const running = runMails({ ...host, mailer: { ...host.mailer, isReady: false } })
    await running.stop()
    expect(world.mails()).toEqual([MAIL])
  })
})
