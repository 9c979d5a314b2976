import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: (error: unknown) => ReactNode }

/** What goes wrong on a page stays on that page: the bars and the other pages go on. */
export class ErrorBoundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    return 'error' in this.state ? this.props.fallback(this.state.error) : this.props.children
  }
}
