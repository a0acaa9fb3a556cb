const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether `text` looks like an email address; the server looks closer. */
export function isEmailAddress(text: string): boolean {
  return ADDRESS.test(text.trim());
}
