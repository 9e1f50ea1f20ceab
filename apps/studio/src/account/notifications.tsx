import { rest, take } from '../api/client.ts'
import type { Account } from '../api/people-paths.ts'
import { FlagInput } from '../forms/inputs.tsx'
import { SmallForm } from '../forms/small-form.tsx'
import { useForm } from '../forms/use-form.ts'
import { messages } from '../language/language.ts'
import { useRenewAccount } from './account.ts'
import { Section } from './section.tsx'

type Preferences = Account['preferences']

const savePreferences = (body: Preferences) => take(rest.patch('/api/me/preferences', { body }))

/** The mails that somebody wants. */
export const Notifications = ({ preferences }: { readonly preferences: Preferences }) => {
  const renew = useRenewAccount()
  const form = useForm({ initial: preferences, send: savePreferences, onSent: renew })
  return (
    <Section title={messages.notifications} help={messages.notificationsHelp}>
      <SmallForm form={form} label={messages.save}>
        <FlagInput label={messages.newsletter} {...form.bind('newsletter')} />
        <FlagInput label={messages.commentNotifications} {...form.bind('commentNotifications')} />
        <FlagInput label={messages.followNotifications} {...form.bind('followNotifications')} />
      </SmallForm>
    </Section>
  )
}
