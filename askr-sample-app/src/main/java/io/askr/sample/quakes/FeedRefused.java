package io.askr.sample.quakes;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** The feed as a whole can't be read; Spring MVC answers with the status and the reason as a problem detail. */
final class FeedRefused extends ErrorResponseException {

    FeedRefused(HttpStatus status, String reason) {
        super(status, ProblemDetail.forStatusAndDetail(status, reason), null);
    }
}
