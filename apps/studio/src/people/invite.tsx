import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rest, take } from '../api/client.ts'
import { useMay } from '../api/permissions.ts'
import { DialogButton } from '../forms/dialog-button.tsx'
import { ChoiceInput, TextInput, type Choice } from '../forms/inputs.tsx'
import { SmallForm } from '../forms/small-form.tsx'
import { useForm } from '../forms/use-form.ts'
import { messages } from '../language/language.ts'

const ROLES = ['READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const
type Role = (typeof ROLES)[number]

const CHOICES: readonly Choice[] = ROLES.map((value) => ({ value, label: messages.roles[value] }))

interface Invitation {
  readonly email: string
  readonly name: string
  readonly role: string
}

const sendInvitation = async ({ email, name, role }: Invitation): Promise<string> => {
  // Without a name the service derives one from the address.
  const body = { email, ...(name !== '' && { name }), role: role as Role }
  await take(rest.post('/api/users/invitations', { body }))
  return email
}

interface InviteFormProps {
  readonly close: () => void
  readonly onInvited: (email: string) => void
}

const InviteForm = ({ close, onInvited }: InviteFormProps) => {
  const form = useForm({
    initial: { email: '', name: '', role: 'READER' },
    send: sendInvitation,
    onSent: (email: string) => {
      close()
      onInvited(email)
    },
  })
  return (
    <SmallForm form={form} label={messages.invite} onBack={close}>
      <p className="field">{messages.inviteHelp}</p>
      <TextInput label={messages.email} {...form.bind('email')} type="email" isRequired autoFocus />
      <TextInput label={messages.name} {...form.bind('name')} />
      <ChoiceInput label={messages.role} {...form.bind('role')} choices={CHOICES} />
    </SmallForm>
  )
}

/** Invites a person by mail. */
export const Invite = () => {
  const may = useMay()
  const queries = useQueryClient()
  const [invited, setInvited] = useState('')
  if (!may('users:write')) return null
  const onInvited = (email: string): void => {
    setInvited(email)
    void queries.invalidateQueries({ queryKey: ['list'] })
  }
  return (
    <>
      <span className="count" role="status">
        {invited && messages.invited(invited)}
      </span>
      <DialogButton label={messages.invite}>
        {(close) => <InviteForm close={close} onInvited={onInvited} />}
      </DialogButton>
    </>
  )
}
