import { rest, take } from '../api/client.ts'
import type { Account } from '../api/people-paths.ts'
import { ChoiceInput, type Choice } from '../forms/inputs.tsx'
import { SmallForm } from '../forms/small-form.tsx'
import { useForm } from '../forms/use-form.ts'
import { messages } from '../language/language.ts'
import { AS_THE_BROWSER, SPOKEN } from '../language/locale.ts'
import { useRenewAccount } from './account.ts'
import { Section } from './section.tsx'

type Settings = Account['settings']

const THEMES: readonly Choice[] = [
  { value: 'SYSTEM', label: messages.themeSystem },
  { value: 'LIGHT', label: messages.themeLight },
  { value: 'DARK', label: messages.themeDark },
]

const LOCALES: readonly Choice[] = [
  { value: AS_THE_BROWSER, label: messages.asTheBrowser },
  ...Object.entries(SPOKEN).map(([value, label]) => ({ value, label })),
]

const ZONES: readonly Choice[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
].map((value) => ({ value, label: value.replaceAll('_', ' ') }))

/** Another program can have set a value that the studio does not offer. */
const withValue = (choices: readonly Choice[], value: string): readonly Choice[] =>
  choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }]

const saveSettings = (body: Settings) => take(rest.patch('/api/me/settings', { body }))

/** C20.5: the language and the colours of the studio. */
export const SettingsForm = ({ settings }: { readonly settings: Settings }) => {
  const renew = useRenewAccount()
  const form = useForm({ initial: settings, send: saveSettings, onSent: renew })
  const [locale, theme, timezone] = [form.bind('locale'), form.bind('theme'), form.bind('timezone')]
  return (
    <Section title={messages.settings} help={messages.settingsHelp}>
      <SmallForm form={form} label={messages.save}>
        <ChoiceInput label={messages.language} {...locale} choices={withValue(LOCALES, settings.locale)} />
        <ChoiceInput
          label={messages.theme}
          {...theme}
          onChange={(value) => theme.onChange(value as Settings['theme'])}
          choices={THEMES}
        />
        <ChoiceInput
          label={messages.timezone}
          help={messages.timezoneHelp}
          {...timezone}
          choices={withValue(ZONES, settings.timezone)}
        />
      </SmallForm>
    </Section>
  )
}
