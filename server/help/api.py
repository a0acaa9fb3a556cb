"""Articles, product updates, the contact form and surveys."""

from datetime import datetime

from django.http import HttpRequest
from ninja import Query, Router

from server.core.access import Access, CallerRequest, Public
from server.core.network import get_client_address
from server.help import selectors, services, surveys, texts
from server.help.schemas import (
    ArticleDetailOut,
    ArticleOut,
    ArticleQuery,
    ArticlesQuery,
    ContactUsIn,
    ContactUsOut,
    CsatIn,
    NewestUpdateOut,
    OnboardingSurveyIn,
    SurveyOut,
    UpdateDetailOut,
    UpdateOut,
    UpdateQuery,
    UpdatesQuery,
)
from server.help.texts import HelpText

router = Router(tags=["help"], by_alias=True)
# Users who are blocked elsewhere need help most.
READ = Access(while_suspended=True, while_expired=True)
SUBMIT = Access(while_suspended=True, while_expired=True, while_locked=True)


@router.get(
    "articles", auth=READ, response=list[ArticleOut], operation_id="list_articles", summary="List help articles"
)
def list_articles(request: CallerRequest, query: Query[ArticlesQuery]) -> list[ArticleOut]:
    found = selectors.find_articles(search=query.search, language=query.language)
    return [ArticleOut.model_validate(text) for text in found]


@router.get(
    "articles/detail", auth=READ, response=ArticleDetailOut, operation_id="get_article", summary="Get help article"
)
def get_article(request: CallerRequest, query: Query[ArticleQuery]) -> ArticleDetailOut:
    return ArticleDetailOut.model_validate(selectors.get_article(slug=query.slug, language=query.language))


@router.get("product-update", auth=READ, response=list[UpdateOut], operation_id="list_product_updates")
def list_product_updates(request: CallerRequest, query: Query[UpdatesQuery]) -> list[UpdateOut]:
    seen = selectors.get_seen_until(user_id=request.auth.user_id)
    return [UpdateOut.model_validate(_build_update(text, seen)) for text in texts.list_updates(query.language)]


@router.get(
    "product-update/one",
    auth=READ,
    response=NewestUpdateOut,
    operation_id="get_newest_product_update",
    summary="Get latest unseen product update",
)
def get_newest_product_update(request: CallerRequest, query: Query[UpdatesQuery]) -> NewestUpdateOut:
    newest = selectors.find_newest_unseen(user_id=request.auth.user_id, language=query.language)
    return NewestUpdateOut(item=_build_update(newest, None) if newest else None)


@router.get("product-update/detail", auth=READ, response=UpdateDetailOut, operation_id="get_product_update")
def get_product_update(request: CallerRequest, query: Query[UpdateQuery]) -> UpdateDetailOut:
    seen = selectors.get_seen_until(user_id=request.auth.user_id)
    return _build_update(selectors.get_update(slug=query.id, language=query.language), seen)


@router.post(
    "message/contact-us",
    auth=Public(why="Five a minute and twenty a day per network; the message is emailed only to us.", per_minute=5),
    response=ContactUsOut,
    operation_id="contact_us",
    summary="Contact support",
)
def contact_us(request: HttpRequest, body: ContactUsIn) -> ContactUsOut:
    services.contact_us(
        name=body.name,
        email=body.email,
        company=body.company,
        phone=body.phone,
        message=body.message,
        address=get_client_address(request),
    )
    return ContactUsOut()


@router.post("survey/csat", auth=SUBMIT, response=SurveyOut, operation_id="answer_csat", summary="Rate help")
def submit_csat(request: CallerRequest, body: CsatIn) -> SurveyOut:
    surveys.submit_csat(survey=body, by=request.auth)
    return SurveyOut()


@router.post(
    "survey/onboarding",
    auth=SUBMIT,
    response=SurveyOut,
    operation_id="answer_onboarding_survey",
    summary="Submit onboarding survey",
)
def submit_onboarding_survey(request: CallerRequest, body: OnboardingSurveyIn) -> SurveyOut:
    surveys.submit_onboarding(survey=body, by=request.auth)
    return SurveyOut()


def _build_update(text: HelpText, seen: datetime | None) -> UpdateDetailOut:
    return UpdateDetailOut(
        id=text.slug,
        title=text.title,
        summary=text.summary,
        published_at=text.published_at,
        is_new=selectors.is_new(text, seen=seen),
        html=text.html,
    )
