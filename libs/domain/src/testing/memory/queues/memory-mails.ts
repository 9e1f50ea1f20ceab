import type { MailStore } from '../../../mails/mail-store.ts'
import type { MemoryTables } from '../memory-tables.ts'
import { changeClaimed, claimFirst } from './memory-claims.ts'

export const memoryMails = ({ mails, sentMails }: MemoryTables): MailStore => ({
  claim: async (now, until) => {
    const claimed = claimFirst(mails, { now, until }, ({ nextAttemptAt }) => nextAttemptAt <= now)
    if (claimed === null) return null
    const { nextAttemptAt: _, claimedUntil: __, ...mail } = claimed
    return mail
  },
  retry: async (mail, at) =>
    void changeClaimed(mails, mail, () => ({ nextAttemptAt: at, claimedUntil: null })),
  remove: async (id) => void mails.delete(id),
  backlog: async () => {
    const times = [...mails.values()].map(({ createdAt }) => createdAt.getTime())
    return { waiting: times.length, oldestAt: times.length === 0 ? null : new Date(Math.min(...times)) }
  },
  purge: async (before) => {
    sentMails.remove(({ at }) => at < before)
    return mails.remove(({ createdAt }) => createdAt < before).length
  },
})
