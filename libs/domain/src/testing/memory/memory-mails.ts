import type { ClaimedMail, MailStore } from '../../mails/mail-store.ts'
import { changeClaimed, claimFirst } from './memory-claims.ts'
import type { KeptMail, MemoryTables } from './memory-tables.ts'

const toClaimedMail = ({ id, sealed, createdAt, attempts }: KeptMail): ClaimedMail => ({
  id,
  sealed,
  createdAt,
  attempts,
})

export const memoryMails = ({ mails, sentMails }: MemoryTables): MailStore => ({
  claim: async (now, until) => {
    const claimed = claimFirst(mails, { now, until }, ({ nextAttemptAt }) => nextAttemptAt <= now)
    return claimed && toClaimedMail(claimed)
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
