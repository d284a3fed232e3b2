import { createTheme } from '@mantine/core'

/**
 * The Mantine theme. `pnpm theme` writes its CSS variables to `theme.generated.css`. With this file, Mantine injects no
 * style element, so the policy `style-src 'self'` is sufficient.
 */
export const theme = createTheme({
  primaryColor: 'jade',
  primaryShade: 7,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace:
    "ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.45' },
  defaultRadius: 'md',
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  colors: {
    jade: [
      '#ecfbf6',
      '#d5f5ea',
      '#a9ead3',
      '#76dcb8',
      '#4bcd9f',
      '#23b487',
      '#12966f',
      '#0b755a',
      '#0b5e49',
      '#094b3c',
    ],
    dark: [
      '#e7eaed',
      '#c2c8ce',
      '#9ba4ad',
      '#7c8791',
      '#363e46',
      '#2a3138',
      '#1e2429',
      '#161b1f',
      '#101417',
      '#0b0e10',
    ],
  },
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        lockScroll: false,
        padding: 'lg',
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.5 },
      },
    },
    Drawer: { defaultProps: { lockScroll: false, padding: 'lg', overlayProps: { backgroundOpacity: 0.4 } } },
    Tooltip: {
      defaultProps: {
        openDelay: 250,
        withArrow: true,
        multiline: true,
        // WCAG 1.4.13: a tooltip also opens on keyboard focus, and the pointer may move onto the tooltip.
        events: { hover: true, focus: true, touch: true },
        interactive: true,
      },
    },
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
  },
})
