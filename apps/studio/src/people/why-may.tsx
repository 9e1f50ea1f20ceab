import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { rest, take } from '../api/client.ts'
import type { ContentType } from '../api/model.ts'
import { Section } from '../account/section.tsx'
import { LinkSearch } from '../fields/link-search.tsx'
import { ChoiceInput } from '../forms/inputs.tsx'
import { SmallForm } from '../forms/small-form.tsx'
import { messages } from '../language/language.ts'
import { useScopes } from '../session/use-own-session.ts'
import { useModel } from '../shell/use-model.ts'
import { Explanation } from './explanation.tsx'
import { findSubject, listPermissions } from './permissions.ts'

interface Chosen {
  readonly id: string
  readonly title: string
}

interface Question {
  readonly permission: string
  readonly record: Chosen | null
}

const explain = (userId: string, { permission, record }: Question) =>
  take(
    rest.get('/api/access-explanations', { query: { permission, userId, ...(record && { id: record.id }) } }),
  )

interface RecordSearchProps {
  readonly type: ContentType
  readonly record: Chosen | null
  readonly onChoose: (record: Chosen | null) => void
}

const RecordSearch = ({ type, record, onChoose }: RecordSearchProps) => (
  <div className="one-link">
    <LinkSearch
      key={type.path}
      type={type}
      field={{ label: type.label, help: messages.recordHelp, placeholder: null, required: false }}
      chosen={record?.id ?? null}
      text={record?.title ?? ''}
      onChoose={(id, title) => onChoose({ id, title })}
      error={undefined}
    />
    {record && (
      <Button className="quiet" onPress={() => onChoose(null)}>
        {messages.clear}
      </Button>
    )}
  </div>
)

/** C7.7: why the service allows something to a person, or refuses it. */
export const WhyMay = ({ id }: { readonly id: string }) => {
  const model = useModel()
  const permissions = listPermissions(model, useScopes())
  const [question, setQuestion] = useState<Question>({ permission: permissions[0] ?? '', record: null })
  const asking = useMutation({ mutationFn: (asked: Question) => explain(id, asked) })
  const ask = (changed: Partial<Question>): void => {
    setQuestion({ ...question, ...changed })
    asking.reset()
  }
  const type = findSubject(model, question.permission)
  const form = {
    error: asking.error,
    isIdle: asking.isPending,
    isSent: false,
    submit: () => asking.mutate(question),
  }
  return (
    <Section title={messages.whyMay} help={messages.whyMayHelp}>
      <SmallForm form={form} label={messages.explain}>
        <ChoiceInput
          label={messages.permission}
          value={question.permission}
          onChange={(permission) => ask({ permission, record: null })}
          choices={permissions.map((value) => ({ value, label: value }))}
        />
        {type && !type.single && (
          <RecordSearch type={type} record={question.record} onChoose={(record) => ask({ record })} />
        )}
      </SmallForm>
      {asking.data && <Explanation explanation={asking.data} />}
    </Section>
  )
}
