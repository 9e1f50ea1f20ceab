import { rest, take } from '../api/client.ts'
import { TextInput } from '../forms/inputs.tsx'
import { SmallForm } from '../forms/small-form.tsx'
import { useForm } from '../forms/use-form.ts'
import { messages } from '../language/language.ts'
import { signOut } from '../session/session.ts'
import { Section } from './section.tsx'

interface PasswordValues {
  readonly current: string
  readonly next: string
}

const changePassword = (body: PasswordValues) => take(rest.post('/api/me/password', { body }))

/** A new password ends all sessions, so that whoever knows the old one is out. */
export const Password = ({ username }: { readonly username: string }) => {
  const form = useForm({
    initial: { current: '', next: '' },
    send: changePassword,
    // The sessions have ended. This also removes the cookie and what the browser knows of the person.
    onSent: () => void signOut(),
  })
  return (
    <Section title={messages.password} help={messages.passwordHelp}>
      <SmallForm form={form} label={messages.changePassword}>
        {/* Password managers learn whose password it is. */}
        <input hidden readOnly name="username" autoComplete="username" value={username} />
        <TextInput
          label={messages.currentPassword}
          {...form.bind('current')}
          type="password"
          autoComplete="current-password"
          isRequired
        />
        <TextInput
          label={messages.newPassword}
          help={messages.newPasswordHelp}
          {...form.bind('next')}
          type="password"
          autoComplete="new-password"
          isRequired
        />
      </SmallForm>
    </Section>
  )
}
