"""Causes of errors in merge tags, documents and delivery settings."""

from server.core.causes import define

POOL_PASSWORD_REQUIRED = define(
    "poolPasswordRequired", "Enter the password again. The host, port or TLS setting has changed."
)
TAG_NOT_CLOSED = define("tagNotClosed", "This tag is not closed. Add {closing}.")
TAG_TEXT_UNEXPECTED = define("tagTextUnexpected", "Remove “{text}”. It has no meaning here.")
TAG_TEXT_EXTRA = define("tagTextExtra", "Remove “{text}”. The tag should end before it.")
TAG_NAME_RESERVED = define("tagNameReserved", "“{name}” is a reserved word. Enter another name.")
TAG_FILTER_UNKNOWN = define("tagFilterUnknown", "There is no filter “{name}”. Choose another one.")
TAG_UNKNOWN = define("tagUnknown", "There is no tag “{name}”. Enter if, elif, else, endif, for or endfor.")
TAG_FIELD_UNKNOWN = define("tagFieldUnknown", "There is no field “{name}”. Choose another one.")
TAG_FIELD_EXPECTED = define("tagFieldExpected", "Enter a field name here.")
TAG_FIELD_PART_EXPECTED = define("tagFieldPartExpected", "Enter a field name after the dot.")
TAG_FILTER_EXPECTED = define("tagFilterExpected", "Enter a filter after the vertical bar.")
TAG_COLON_EXPECTED = define("tagColonExpected", "Enter a colon after {name}.")
TAG_STRING_EXPECTED = define("tagStringExpected", "Enter text in quotation marks after {name}.")
TAG_KEYWORD_EXPECTED = define("tagKeywordExpected", "Enter if, elif, else, endif, for or endfor here.")
TAG_ITEM_EXPECTED = define("tagItemExpected", "Enter a name for the item after “for”.")
TAG_IN_EXPECTED = define("tagInExpected", "Enter “in” after the name of the item.")
TAG_DATE_FORMAT = define("tagDateFormat", "“{text}” is not a date format. Enter one such as d MMMM y.")
TAG_DECIMALS = define("tagDecimals", "Enter a number of decimals from 0 to {max}.")
TAG_END_MISSING = define("tagEndMissing", "This {tag} is not closed. Add {end}.")
TAG_DEPTH = define("tagDepth", "Conditions and loops can be nested at most {max} levels deep. Remove a level.")
TAG_LOOP_DEPTH = define("tagLoopDepth", "Loops can be nested at most {max} levels deep. Remove a level.")
TAG_OUTSIDE_IF = define("tagOutsideIf", "This {tag} is outside an if. Move it into one.")
TAG_AFTER_ELSE = define("tagAfterElse", "Only endif can follow an else. Remove this tag.")
TAG_START_MISSING = define("tagStartMissing", "This {tag} has no {start} before it. Add one, or remove this tag.")
TAG_IN_OTHER_ELEMENT = define("tagInOtherElement", "Move this {tag} into the same element as its {start}.")
ONE_TAG_EXPECTED = define("oneTagExpected", "Enter exactly one merge tag.")
TAG_IN_STYLE_SHEET = define("tagInStyleSheet", "Remove this tag. A style sheet must not contain merge tags.")
TAG_IN_COMMENT = define("tagInComment", "Remove this tag. Comments and style sheets must not contain merge tags.")
TAG_OUTSIDE_ATTRIBUTE = define("tagOutsideAttribute", "Move this tag into the value of an attribute.")
TAG_IN_ATTRIBUTE = define("tagInAttribute", "Remove this tag. The attribute {name} must not contain merge tags.")
TAG_NOWHERE = define("tagNowhere", "Move this tag. Merge tags do not work here.")
COMPILING_TIMED_OUT = define(
    "compilingTimedOut", "Simplify the document. Compiling it took more than {seconds} seconds."
)
COMPILING_FAILED = define("compilingFailed", "Simplify the document. We could not compile it to HTML.")
MJML_INVALID = define("mjmlInvalid", "Fix the MJML: {problem}")
