// The theme of the editor, as pages and programs need to know it.

import * as vscode from 'vscode';
import type { Theme } from './page.ts';

export function themeNow(): Theme {
  const { Dark, HighContrast, HighContrastLight } = vscode.ColorThemeKind;
  const { kind } = vscode.window.activeColorTheme;
  return {
    isDark: kind === Dark || kind === HighContrast,
    hasHighContrast: kind === HighContrast || kind === HighContrastLight,
  };
}
