import { useId, type ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly help: string
  readonly children: ReactNode
}

/** A part of a page about a person: what it is for stands beside it. */
export const Section = ({ title, help, children }: SectionProps) => {
  const id = useId()
  return (
    <section className="part" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="help">{help}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}
