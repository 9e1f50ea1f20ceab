import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components'
import type { Field } from '../api/model.ts'
import { focusField } from '../fields/focus-field.ts'
import { messages } from '../language/language.ts'
import type { Values } from '../record/changes.ts'
import { ErrorNotice } from '../shell/notice.tsx'
import { nameProblem } from './name-problem.ts'
import { listProblems, type Problem } from './refusals.ts'

interface RefusalNoticeProps {
  readonly error: unknown
  /** What is still wrong. */
  readonly problems: readonly Problem[]
  readonly fields: readonly Field[]
  readonly values: Values
}

/** Nobody writes: a button that sends a form is off meanwhile, and loses the focus. */
const isFocusLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches('[type=submit]') === true

/** The names for people of the values that the service refused. Each leads to its field. */
export const RefusalNotice = ({ error, problems, fields, values }: RefusalNoticeProps) => {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocusLost()) notice.current?.focus()
  }, [error])
  if (listProblems(error).length === 0) return <ErrorNotice error={error} />
  if (problems.length === 0) return null
  const show = ({ path, message }: Problem) => {
    const name = nameProblem(fields, values, path, messages)
    if (name === null) return [...path, message].join(': ')
    const focus = (): void => {
      const form = notice.current?.closest('form')
      if (form) focusField(form, path)
    }
    return (
      <Button className="quiet" onPress={focus}>
        {name}: {message}
      </Button>
    )
  }
  return (
    <div ref={notice} className="notice wrong refusals" role="alert" tabIndex={-1}>
      {messages.refused}
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.path.join('.')} ${problem.message}`}>{show(problem)}</li>
        ))}
      </ul>
    </div>
  )
}
