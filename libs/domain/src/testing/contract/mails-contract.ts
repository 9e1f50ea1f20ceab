import { describe, expect, it } from 'vitest'
import type { SealedMail } from '../../mails/mail-store.ts'
import { aUser, NOON } from '../builders.ts'
import { LATER, type ContractWorld } from './contract-world.ts'

const sealed = (text: string): SealedMail => text as SealedMail
const NEVER = new Date(NOON.getTime() - 1)
const inSeconds = (count: number): Date => new Date(NOON.getTime() + count * 1_000)

/** What every store promises about mails on their way. */
export const mailsContract = (world: ContractWorld): void => {
  describe('C3.8 mails on their way', () => {
    it('are enqueued by the write that they tell of, taken by one at a time, and gone once they are sent', async () => {
      const { mails } = world.others
      await world.stores.mailing([sealed('one'), sealed('two')]).users.add(aUser('mailed'), null)
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

    it('are taken by somebody else once who had taken them has died, and not before they were put off to', async () => {
      const { mails } = world.others
      await world.stores.mailing([sealed('again')]).users.add(aUser('mailed-again'), null)
      await mails.claim(NOON, inSeconds(60))
      expect(await mails.claim(inSeconds(59), inSeconds(99))).toBeNull()
      const again = await mails.claim(inSeconds(60), inSeconds(90))
      expect(again).toMatchObject({ sealed: 'again', attempts: 2 })
      if (again) await mails.putOff(again.id, inSeconds(300))
      expect(await mails.claim(inSeconds(299), LATER)).toBeNull()
      const last = await mails.claim(inSeconds(300), LATER)
      expect(last).toMatchObject({ attempts: 3 })
      if (last) await mails.remove(last.id)
    })

    it('are removed when they have waited for too long', async () => {
      const { mails } = world.others
      await world.stores.mailing([sealed('late')]).users.add(aUser('mailed-late'), null)
      expect([await mails.purge(NOON), await mails.purge(inSeconds(1))]).toEqual([0, 1])
    })

    it('are not enqueued where nothing was written', async () => {
      const { accounts, users } = world.stores.mailing([sealed('never')])
      const token = { digest: 'x', purpose: 'password-reset', createdAt: NOON, expiresAt: LATER } as const
      await accounts.replaceToken(world.ada.id, token, () => false)
      await expect(users.add(aUser('ada'), null)).rejects.toThrow('taken')
      expect(await world.others.mails.claim(LATER, LATER)).toBeNull()
    })
  })
}
