import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeComponents,
  type VariantColorsResolver,
} from "@mantine/core";
import { DROPDOWN, MODAL_SIZE, MULTISELECT } from "@/lib/constants";
import { ButtonElement } from "./button-element";

/** Control heights in pixels: rows, default, forms, and sign-in and checkout. */
const CONTROL_HEIGHTS: Readonly<Record<string, number>> = { xs: 28, sm: 32, md: 34, lg: 38 };
const CONTROL_PADDINGS: Readonly<Record<string, number>> = { xs: 10, sm: 12, md: 14, lg: 16 };

const MENU_MOTION = { transition: "pop", duration: 140, timingFunction: "ease-out" } as const;
const DRAWER_MOTION = { duration: 180, timingFunction: "cubic-bezier(.2,.8,.2,1)" } as const;
/** Delay before a tooltip opens, so that moving the pointer across the page shows none. */
const TOOLTIP_DELAY_MS = 400;

/** Vendor and status colours come from variables, so that a change of vendor needs no render. */
const variantColors: VariantColorsResolver = (input) => {
  const isDanger = input.color === "bad";
  if (input.variant === "filled" && (isDanger || input.color === undefined || input.color === "brand")) {
    return isDanger
      ? {
          background: "var(--danger)",
          hover: "var(--danger-hover)",
          color: "#FFFFFF",
          border: "1px solid var(--danger-hover)",
        }
      : {
          background: "var(--vendor-fill)",
          hover: "var(--vendor-hover)",
          color: "var(--vendor-words)",
          border: "1px solid var(--vendor-fill-edge)",
        };
  }
  if (input.variant === "default" && isDanger) {
    return {
      background: "var(--surface)",
      hover: "var(--hover)",
      color: "var(--bad)",
      border: "1px solid var(--line2)",
    };
  }
  if (input.variant === "subtle" || input.variant === "transparent") {
    return {
      background: "transparent",
      hover: "var(--hover)",
      color: isDanger ? "var(--bad)" : "var(--text2)",
      border: "1px solid transparent",
    };
  }
  return defaultVariantColorsResolver(input);
};

function buildShadeVariables(variable: string): MantineColorsTuple {
  return Array.from({ length: 10 }, () => variable) as unknown as MantineColorsTuple;
}

function getControlHeight(size: unknown): string {
  return `${CONTROL_HEIGHTS[String(size ?? "sm")] ?? 32}px`;
}

/** The steps of a scale in tokens.css: `xs` of "space" is `var(--space-xs)`. */
function buildScale(token: string): Record<"xs" | "sm" | "md" | "lg" | "xl", string> {
  const step = (size: string) => `var(--${token}-${size})`;
  return { xs: step("xs"), sm: step("sm"), md: step("md"), lg: step("lg"), xl: step("xl") };
}

const OVERLAY = { backgroundOpacity: 0.28, blur: 0 } as const;
const TEXT_INPUT = { size: "md", inputWrapperOrder: ["label", "input", "description", "error"] } as const;

/** By name, because `Button.extend` would add every component to the initial bundle. */
const COMPONENTS: MantineThemeComponents = {
  Button: {
    defaultProps: { size: "sm", variant: "default", component: ButtonElement },
    vars: (_theme: unknown, { size }: { size?: unknown }) => ({
      root: {
        "--button-height": getControlHeight(size),
        "--button-padding-x": `${CONTROL_PADDINGS[String(size ?? "sm")] ?? 12}px`,
        "--button-fz": size === "lg" || size === "md" ? "14px" : "13px",
      },
    }),
  },
  ActionIcon: {
    defaultProps: { size: "sm", variant: "subtle", component: ButtonElement },
    vars: (_theme: unknown, { size }: { size?: unknown }) => ({ root: { "--ai-size": getControlHeight(size) } }),
  },
  Anchor: { defaultProps: { inherit: true } },
  Checkbox: {
    defaultProps: { size: "sm", radius: "xs" },
    vars: () => ({ root: { "--checkbox-size": "16px" } }),
  },
  Radio: {
    defaultProps: { size: "sm" },
    vars: () => ({ root: { "--radio-size": "16px", "--radio-icon-size": "6px" } }),
  },
  Switch: { defaultProps: { size: "sm", withThumbIndicator: false } },
  Input: {
    vars: (_theme: unknown, { size }: { size?: unknown }) => ({
      wrapper: {
        "--input-height": getControlHeight(size ?? "md"),
        "--input-fz": size === "sm" || size === "xs" ? "13px" : "14px",
      },
    }),
  },
  TextInput: { defaultProps: TEXT_INPUT },
  PasswordInput: { defaultProps: TEXT_INPUT },
  Textarea: { defaultProps: TEXT_INPUT },
  Select: { defaultProps: { ...TEXT_INPUT, ...MULTISELECT } },
  MultiSelect: { defaultProps: { ...TEXT_INPUT, ...MULTISELECT } },
  TagsInput: { defaultProps: { ...TEXT_INPUT, ...MULTISELECT } },
  Autocomplete: { defaultProps: { ...TEXT_INPUT, ...MULTISELECT } },
  NumberInput: { defaultProps: TEXT_INPUT },
  Menu: { defaultProps: { ...DROPDOWN, transitionProps: MENU_MOTION, position: "bottom-end" } },
  Popover: { defaultProps: { transitionProps: MENU_MOTION, offset: DROPDOWN.offset } },
  // lockScroll writes a style element, which the content policy rejects. The page itself does not scroll in the frame.
  Modal: {
    defaultProps: {
      size: MODAL_SIZE,
      lockScroll: false,
      centered: true,
      overlayProps: OVERLAY,
      transitionProps: { duration: 140, transition: "pop" },
    },
  },
  Drawer: {
    defaultProps: { lockScroll: false, position: "right", overlayProps: OVERLAY, transitionProps: DRAWER_MOTION },
  },
  // They are header elements, which would otherwise be banner landmarks of the page.
  ModalHeader: { defaultProps: { role: "presentation" } },
  DrawerHeader: { defaultProps: { role: "presentation" } },
  Tooltip: { defaultProps: { openDelay: TOOLTIP_DELAY_MS, transitionProps: { duration: 140 } } },
};

export const theme = createTheme({
  primaryColor: "brand",
  colors: { brand: buildShadeVariables("var(--vendor-fill)") },
  black: "#14161B",
  autoContrast: true,
  luminanceThreshold: 0.183,
  defaultRadius: "sm",
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  fontSizes: buildScale("font-size"),
  lineHeights: buildScale("line-height"),
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "10px" },
  spacing: buildScale("space"),
  breakpoints: { xs: "30em", sm: "48em", md: "62em", lg: "64em", xl: "75em" },
  respectReducedMotion: true,
  cursorType: "pointer",
  variantColorResolver: variantColors,
  components: COMPONENTS,
});
