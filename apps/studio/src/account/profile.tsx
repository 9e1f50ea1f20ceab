import { TextInput } from '../forms/inputs.tsx'
import { SmallForm } from '../forms/small-form.tsx'
import { useForm } from '../forms/use-form.ts'
import { hasCode } from '../api/records.ts'
import { messages } from '../language/language.ts'
import { LeaveGuard } from '../record/leave-guard.tsx'
import { changeAccount, useRenewAccount, type LoadedAccount } from './account.ts'
import { Section } from './section.tsx'

interface ProfileValues {
  readonly name: string
  readonly bio: string
  readonly avatar: string
  readonly website: string
  readonly location: string
}

const readProfile = ({ account: { name, profile } }: LoadedAccount): ProfileValues => ({
  name,
  bio: profile.bio ?? '',
  avatar: profile.avatar ?? '',
  website: profile.website ?? '',
  location: profile.location ?? '',
})

const orNull = (text: string): string | null => (text === '' ? null : text)

const writeProfile = ({ name, bio, avatar, website, location }: ProfileValues) => ({
  name,
  profile: {
    bio: orNull(bio),
    avatar: orNull(avatar),
    website: orNull(website),
    location: orNull(location),
  },
})

/** The name and the public profile. */
export const Profile = ({ loaded }: { readonly loaded: LoadedAccount }) => {
  const renew = useRenewAccount()
  const form = useForm({
    initial: readProfile(loaded),
    send: (values: ProfileValues) => changeAccount(writeProfile(values), loaded.etag).finally(renew),
  })
  const isStale = hasCode(form.error, 'PRECONDITION_FAILED')
  return (
    <Section title={messages.profile} help={messages.profileHelp}>
      <LeaveGuard isChanged={form.isChanged} />
      {isStale && (
        <p className="notice" role="alert">
          {messages.accountChanged}
        </p>
      )}
      <SmallForm form={isStale ? { ...form, error: null } : form} label={messages.save}>
        <TextInput label={messages.name} {...form.bind('name')} autoComplete="name" isRequired />
        <TextInput label={messages.bio} {...form.bind('bio')} lines={4} />
        <TextInput label={messages.location} {...form.bind('location')} />
        <TextInput label={messages.website} {...form.bind('website')} type="url" autoComplete="url" />
        <TextInput label={messages.avatar} {...form.bind('avatar')} type="url" autoComplete="photo" />
      </SmallForm>
    </Section>
  )
}
