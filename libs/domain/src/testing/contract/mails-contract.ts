import { describe, expect, it } from 'vitest'
import { RateLimited } from '../../rules/errors.ts'
import type { MailKind } from '../../mails/mail-limit.ts'
import type { NewMail, SealedMail } from '../../mails/mail-store.ts'
import { aUser } from '../builders.ts'
import { TEST_AUDIT_CONTEXT, NOON } from '../test-audit-context.ts'
import { LATER, type ContractWorld } from './contract-world.ts'

const createSealedMail = (text: string, recipient = text, kind: MailKind = 'notice'): NewMail => ({
  sealed: text as SealedMail,
  recipient,
  kind,
})
const NEVER = new Date(NOON.getTime() - 1)
const inSeconds = (count: number): Date => new Date(NOON.getTime() + count * 1_000)

/** The contract of every store for the queue of mails. */
export const mailsContract = (world: ContractWorld): void => {
  describe('C3.8 the queue of mails', () => {
    it('gets mails from the write that causes them; one worker claims a mail; a sent mail is removed', async () => {
      const { mails } = world.others
      await world.stores
        .withMails([createSealedMail('one'), createSealedMail('two')])
        .users.add(aUser('mailed'), null)
      expect(await mails.claim(NEVER, LATER)).toBeNull()
      const taken = [await mails.claim(NOON, inSeconds(60)), await mails.claim(NOON, inSeconds(60))]
      expect(taken).toMatchObject([
        { sealed: 'one', attempts: 1, createdAt: NOON },
        { sealed: 'two', attempts: 1 },
      ])
      expect(await mails.claim(NOON, inSeconds(60))).toBeNull()
      for (const mail of taken) if (mail) await mails.remove(mail.id)
      expect(await mails.claim(inSeconds(120), inSeconds(180))).toBeNull()
    })

    it('a mail of a dead worker is claimed again, and a postponed mail not before its time', async () => {
      const { mails } = world.others
      await world.stores.withMails([createSealedMail('again')]).users.add(aUser('mailed-again'), null)
      const dead = await mails.claim(NOON, inSeconds(60))
      expect(await mails.claim(inSeconds(59), inSeconds(99))).toBeNull()
      const again = await mails.claim(inSeconds(60), inSeconds(90))
      expect(again).toMatchObject({ sealed: 'again', attempts: 2 })
      if (again) await mails.retry(again, inSeconds(300))
      if (dead) await mails.retry(dead, inSeconds(200))
      expect(await mails.claim(inSeconds(299), LATER)).toBeNull()
      const last = await mails.claim(inSeconds(300), LATER)
      expect(last).toMatchObject({ attempts: 3 })
      if (last) await mails.remove(last.id)
    })

    it('counts the mails that wait, with claimed ones, and knows the oldest', async () => {
      const { mails } = world.others
      expect(await mails.backlog()).toEqual({ waiting: 0, oldestAt: null })
      const written = [createSealedMail('first'), createSealedMail('second')]
      await world.stores.withMails(written).users.add(aUser('mailed-twice'), null)
      const claimed = [await mails.claim(NOON, LATER), await mails.claim(NOON, LATER)]
      expect(await mails.backlog()).toEqual({ waiting: 2, oldestAt: NOON })
      for (const mail of claimed) if (mail) await mails.remove(mail.id)
    })

    it('removes mails that have waited for too long', async () => {
      const { mails } = world.others
      await world.stores.withMails([createSealedMail('late')]).users.add(aUser('mailed-late'), null)
      expect([await mails.purge(NOON), await mails.purge(inSeconds(1))]).toEqual([0, 1])
    })

    it('gets no mail from a write of nothing', async () => {
      const { accounts, users } = world.stores.withMails([createSealedMail('never')])
      const token = { digest: 'x', purpose: 'password-reset', createdAt: NOON, expiresAt: LATER } as const
      await accounts.addToken(world.ada.id, token, () => false)
      await expect(users.add(aUser('ada'), null)).rejects.toThrow('taken')
      expect(await world.others.mails.claim(LATER, LATER)).toBeNull()
    })

    describe('C12.4 at most 5 mails an hour to one address', () => {
      let written = 0
      const mailed = async (mail: NewMail, stores = world.stores) => {
        written += 1
        return stores.withMails([mail]).users.add(aUser(`mail-limit-${written}`), null)
      }
      const waiting = async (): Promise<number> => {
        const { mails } = world.others
        const taken = []
        for (;;) {
          const mail = await mails.claim(NOON, LATER)
          if (mail === null) break
          taken.push(mail)
        }
        for (const { id } of taken) await mails.remove(id)
        return taken.length
      }

      it('counts all kinds together, and leaves room for a notice', async () => {
        for (let index = 0; index < 6; index += 1) await mailed(createSealedMail('code', 'to-bob', 'code'))
        expect(await waiting()).toBe(4)
        for (let index = 0; index < 3; index += 1) await mailed(createSealedMail('notice', 'to-bob'))
        expect(await waiting()).toBe(1)
        await mailed(createSealedMail('notice', 'to-eve'))
        expect(await waiting()).toBe(1)
      })

      it('refuses a person who waits for a code, and writes nothing', async () => {
        const wanted = createSealedMail('code', 'to-ann', 'wanted-code')
        for (let index = 0; index < 4; index += 1) await mailed(wanted)
        const refused = await mailed(wanted).catch((error: unknown) => error)
        expect(refused).toBeInstanceOf(RateLimited)
        expect((refused as RateLimited).retryAfter).toBe(3_600)
        expect(await waiting()).toBe(4)
      })

      it('of twenty concurrent writes in two processes, five send a mail', async () => {
        const writes = Array.from({ length: 20 }, (_, index) =>
          mailed(createSealedMail('notice', 'to-all'), index % 2 ? world.stores : world.others),
        )
        await Promise.all(writes)
        expect(await waiting()).toBe(5)
      })

      it('sends mails to the address again after an hour', async () => {
        for (let index = 0; index < 5; index += 1) await mailed(createSealedMail('notice', 'to-kim'))
        const after = world.stores.withAuditContext({ ...TEST_AUDIT_CONTEXT, at: inSeconds(3_600) })
        await mailed(createSealedMail('notice', 'to-kim'), after)
        expect(await waiting()).toBe(5)
        expect(await world.others.mails.claim(inSeconds(3_600), inSeconds(9_999))).not.toBeNull()
      })
    })
  })
}
